/** Customers, keyed by the user pool's `sub` and never by anything that a client sends. */
import { consumption } from "#functions/phone/verification-table.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { firstRefused, getItem, type Put } from "#functions/platform/table.ts";
import { type Profile, parseProfile } from "./profile.ts";

const customerKey = (sub: string) => `CUSTOMER#${sub}`;

/** One round trip. Undefined while the account has not signed up as a customer yet. */
export async function readCustomer(sub: string): Promise<Profile | undefined> {
  const item = await getItem({ pk: customerKey(sub), sk: "PROFILE" });
  return item && parseProfile(item);
}

export interface Registration {
  sub: string;
  profile: Profile;
  /** KMS ciphertext, base64. */
  encrypted: { licenceKey: string; basicPassword?: string };
  mail: Put;
  /** The verification to consume, and its number, `+81...`. */
  phone: { requestId: string; number: string };
}

/**
 * Writes everything that a sign-up changes in one transaction. `refused`: the customer exists already, or the verification
 * cannot be consumed.
 */
export async function register(registration: Registration): Promise<"registered" | "refused"> {
  const { sub, profile, encrypted, mail, phone } = registration;
  const pk = customerKey(sub);
  const { customerId } = profile;
  const ifNew = { condition: "attribute_not_exists(pk)" };
  const refused = await firstRefused([
    { put: { pk, sk: "PROFILE", ...profile }, ...ifNew },
    consumption(phone.requestId, phone.number, sub),
    { put: { pk, sk: "SECRETS", ...encrypted }, ...ifNew },
    { put: { pk: `CUSTOMER_ID#${customerId}`, sk: "POINTER", sub }, ...ifNew },
    auditRow(sub, { action: "signup", customerId }, "SIGNUP"),
    mail,
  ]);
  if (refused === undefined) return "registered";
  if (refused > 1) throw new Error(`a new customer's id or audit row is taken: write ${refused}`);
  return "refused";
}
