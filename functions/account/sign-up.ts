import { randomUUID } from "node:crypto";
import { notClosed } from "#functions/account/closing/closure-table.ts";
import { encryptAll, type Secrets } from "#functions/customer/encrypt-secrets.ts";
import { profileMissing, readTraces } from "#functions/customer/missing-profile.ts";
import { newProfile, type Profile, profileRow, readCustomer } from "#functions/customer/profile.ts";
import { requireVerifiedEmail, type SignedInCaller } from "#functions/customer/signed-in.ts";
import { newLicenceKey } from "#functions/licence-key/new-licence-key.ts";
import { deliver } from "#functions/mail/mailer.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { licenceKeyMail } from "#functions/mail/texts/licence-key-mail.ts";
import { consumption } from "#functions/phone/verification-table.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { encrypt } from "#functions/platform/kms.ts";
import { firstRefused, type Put } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import type { SignupRequest } from "#shared/customer/customer.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import type { PartitionKey } from "#shared/partitions.ts";

/**
 * Creates the customer and sends the licence key. Returns the customer id. An existing customer keeps profile
 * and key: a repeated request, at once or after a crash, changes nothing. Throws 503 for a customer whose
 * profile is missing.
 */
export async function registerCustomer(signup: SignupRequest, caller: SignedInCaller): Promise<string> {
  const { sub, loginId } = caller;
  const email = requireVerifiedEmail(signup.email, caller);
  if (caller.profile) return caller.profile.customerId;

  const createdAt = new Date().toISOString();
  const profile = newProfile(signup, { customerId: randomUUID(), loginId, email, createdAt });
  const licenceKey = newLicenceKey();
  const mail = licenceKeyMail(profile, licenceKey, environment("SITE_URL"));
  const { basicPassword } = signup;
  const [encryptedKey, secrets] = await Promise.all([
    encrypt(licenceKey, { customer: sub, field: "licenceKey" }),
    encryptAll(sub, basicPassword ? { basicPassword } : {}),
  ]);
  const encrypted = { licenceKey: encryptedKey, ...secrets };
  const outgoing = newMail({
    template: "licence-key",
    customer: sub,
    to: email,
    encryptedLicenceKey: encrypted.licenceKey,
  });
  const phone = { verificationId: signup.requestId, number: toInternationalNumber(signup.chargePhoneNumber) };

  if (!(await register({ sub, profile, encrypted, mail: outgoing, phone }))) return existingCustomerId(sub);
  countMetric("SignUps");
  await deliver(email, mail, outgoing.put);
  return profile.customerId;
}

async function existingCustomerId(sub: string): Promise<string> {
  const customer = await readCustomer(sub);
  if (!customer) throw new HttpError("phone_not_verified");
  return customer.customerId;
}

interface Registration {
  sub: string;
  profile: Profile;
  /** KMS ciphertext, base64. */
  encrypted: Secrets & { licenceKey: string };
  mail: Put;
  /** The verification to consume, and its number, `+81...`. */
  phone: { verificationId: string; number: string };
}

/**
 * Writes a sign-up in one transaction. Returns false if the customer exists already, or if the verification
 * cannot be consumed. Throws 401 for an account that is closed or being erased, 503 for a customer whose
 * profile is missing.
 */
async function register(registration: Registration): Promise<boolean> {
  const { sub, profile, encrypted, mail, phone } = registration;
  const pk: PartitionKey = `CUSTOMER#${sub}`;
  const { customerId } = profile;
  const ifNew = { condition: "attribute_not_exists(pk)" };
  const refused = await firstRefused([
    { put: profileRow(sub, profile), ...ifNew },
    consumption(phone.verificationId, phone.number, sub),
    notClosed(sub),
    { put: { pk, sk: "SECRETS", ...encrypted }, ...ifNew },
    { put: { pk: `CUSTOMER_ID#${customerId}`, sk: "POINTER", sub }, ...ifNew },
    auditRow(sub, { action: "signup", customerId }, "SIGNUP"),
    mail,
  ]);
  if (refused === undefined) return true;
  if (refused === 2) throw new HttpError("unauthorized");
  // Secrets or the audit row of an earlier registration.
  if (refused > 2) throw profileMissing(sub, (await readTraces(sub)).found);
  return false;
}
