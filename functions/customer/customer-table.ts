/** Customers, keyed by the user pool's `sub` and never by anything that a client sends. */
import { consumption } from "#functions/phone/verification-table.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { getItem, type Put, TransactionCanceled, writeTogether } from "#functions/platform/table.ts";
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
  try {
    await writeTogether([
      { put: { pk, sk: "PROFILE", ...profile }, ...ifNew },
      consumption(phone.requestId, phone.number, sub),
      { put: { pk, sk: "SECRETS", ...encrypted }, ...ifNew },
      { put: { pk: `CUSTOMER_ID#${customerId}`, sk: "POINTER", sub }, ...ifNew },
      auditRow(sub, { action: "signup", customerId }, "SIGNUP"),
      mail,
    ]);
    return "registered";
  } catch (error) {
    if (error instanceof TransactionCanceled && (error.failedAt(0) || error.failedAt(1))) return "refused";
    throw error;
  }
}
