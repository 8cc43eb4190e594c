import { digestOf, encryptAll, newSecrets, type Secrets } from "#functions/customer/encrypt-secrets.ts";
import { checkPrivateKey } from "#functions/customer/private-key.ts";
import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import { requireVerifiedEmail, type SignedInCaller } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { UpdateRequest } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { secretMask } from "#shared/limits.ts";
import { applyChange, type Change } from "./change-profile.ts";
import { emailChange, phoneChange } from "./contact-change.ts";

/** Rounds with a concurrent change before an update fails. */
const maxRounds = 5;

/**
 * Updates the fields of the caller's profile that differ, and returns the customer id. A repeated request, at
 * once or after a lost response, changes nothing. Throws 404 without a profile, 403 if the plan does not
 * allow it or phone or e-mail is not verified, 409 if `version` is not the current one.
 */
export async function update(request: UpdateRequest, caller: SignedInCaller): Promise<string> {
  const { sub } = caller;
  for (let round = 0; round < maxRounds; round += 1) {
    const profile = round === 0 ? caller.profile : await readCustomer(sub);
    if (!profile) throw new HttpError("not_found");
    if (changesStandardFields(request) && profile.plan !== "standard") throw new HttpError("forbidden");
    const change = changeFrom(profile, request, caller);
    const secrets = newSecrets(secretsToStore(request), caller, profile);
    const erased = secretsToErase(request, profile);
    const changed = { ...change.details, ...secrets, ...erased };
    if (Object.keys(changed).length === 0) return profile.customerId;
    if (changesForm(request) && (request.version ?? profile.version) !== profile.version) {
      throw new HttpError("conflict");
    }
    await countChange(sub, Object.keys(secrets).length > 0);
    const encrypted = { ...(await encryptAll(sub, secrets)), ...erased };
    const secretsDigest = digestOf(secrets, caller);
    const written = await applyChange(sub, profile, { ...change, encrypted, secretsDigest });
    if (written === "written") return profile.customerId;
    if (written === "unproven") await requireVerifiedPhone(sub, request.chargePhoneNumber);
  }
  throw new HttpError("conflict");
}

/** Counts a change, and a change of secrets apart: each secret is a call to KMS. Throws 429. */
async function countChange(sub: string, hasSecrets: boolean): Promise<void> {
  await count(customerLimit("CHANGE", sub));
  if (hasSecrets) await count(customerLimit("SECRETS", sub));
}

function changeFrom(profile: Profile, request: UpdateRequest, caller: SignedInCaller): Change {
  const { sub } = caller;
  const address = request.email === undefined ? profile.email : requireVerifiedEmail(request.email, caller);
  // Keeps a new billing address of the request.
  const billingEmail = request.billingEmail ?? profile.billingEmail;
  const email = emailChange(sub, { ...profile, billingEmail }, address);
  const phone = phoneChange(sub, profile, request);
  return {
    action: "updated",
    details: { ...email.details, ...changedDetails(request, profile), ...phone.details },
    mails: [...email.mails, ...phone.mails],
    phone: phone.phone,
  };
}

/** Throws 403 unless the profile has the number: then this same change consumed the verification before. */
async function requireVerifiedPhone(sub: string, chargePhoneNumber: string | undefined): Promise<void> {
  const now = await readCustomer(sub);
  if (now?.chargePhoneNumber !== chargePhoneNumber) throw new HttpError("phone_not_verified");
}

const companyFields = [
  ...namesIn("company", "contact", "kintone"),
  "optInServiceInfo",
  "optInEvents",
] as const;
/** Fields of the standard plan's tabs. */
const standardFields = namesIn("voiceProvider", "billingContact");
const plainFields = [...companyFields, ...standardFields];

const hasAny = (request: UpdateRequest, fields: readonly (keyof UpdateRequest)[]): boolean =>
  fields.some((field) => request[field] !== undefined);

/** True if the request has a field that only the standard plan can change, even with its stored value. */
const changesStandardFields = (request: UpdateRequest): boolean =>
  hasAny(request, [...standardFields, "apiSecret", "privateKey"]);

/** True if the request has a field of the three tabs, which all show the same version of the profile. */
const changesForm = (request: UpdateRequest): boolean =>
  changesStandardFields(request) || hasAny(request, [...companyFields, "basicPassword"]);

const changedDetails = (request: UpdateRequest, stored: Profile): Partial<Profile> =>
  Object.fromEntries(
    plainFields
      .filter((field) => request[field] !== undefined && request[field] !== stored[field])
      .map((field) => [field, request[field]]),
  );

/** Returns the new secrets. A mask and an empty key mean unchanged. Throws 400 for an invalid private key. */
function secretsToStore({ apiSecret, basicPassword, privateKey }: UpdateRequest): Secrets {
  if (isGiven(privateKey)) checkPrivateKey(privateKey);
  return {
    ...(isGiven(apiSecret) && { apiSecret }),
    ...(isGiven(basicPassword) && { basicPassword }),
    ...(isGiven(privateKey) && { privateKey }),
  };
}

const isGiven = (value: string | undefined): value is string =>
  value !== undefined && value !== "" && value !== secretMask;

/** Only the password of Basic authentication can be removed. */
const secretsToErase = (
  { basicPassword }: UpdateRequest,
  { hasBasicPassword }: Profile,
): { basicPassword?: null } => (basicPassword === "" && hasBasicPassword ? { basicPassword: null } : {});
