import { randomUUID } from "node:crypto";
import { readCustomer, register } from "#functions/customer/customer-table.ts";
import { newProfile } from "#functions/customer/profile.ts";
import type { SignedIn } from "#functions/customer/signed-in.ts";
import { newLicenceKey } from "#functions/licence-key/new-licence-key.ts";
import { deliver } from "#functions/mail/deliver.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { licenceKeyMail } from "#functions/mail/texts/licence-key-mail.ts";
import { encrypt } from "#functions/platform/kms.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import { environment } from "#functions/runtime/environment.ts";
import { count } from "#functions/runtime/metrics.ts";
import type { SignupRequest } from "#shared/customer/customer.ts";
import { toInternationalNumber } from "#shared/normalize.ts";

/**
 * Creates the customer and sends the licence key; returns the customer id. An existing customer keeps record and key: the same
 * request again, at once or after a crash, changes nothing.
 */
export async function signUp(signup: SignupRequest, caller: SignedIn): Promise<string> {
  const { sub, email, loginId } = caller;
  checkEmail(signup.email, caller);
  if (caller.record) return caller.record.customerId;

  const createdAt = new Date().toISOString();
  const profile = newProfile(signup, { customerId: randomUUID(), loginId, email, createdAt });
  const licenceKey = newLicenceKey();
  const mail = licenceKeyMail(profile, licenceKey, environment("SITE_URL"));
  const encrypted = await sealSecrets(sub, licenceKey, signup.basicPassword);
  const outgoing = newMail({
    template: "licence-key",
    customer: sub,
    to: email,
    encryptedLicenceKey: encrypted.licenceKey,
  });
  const phone = { requestId: signup.requestId, number: toInternationalNumber(signup.chargePhoneNumber) };

  if ((await register({ sub, profile, encrypted, mail: outgoing, phone })) === "refused") {
    return existingCustomerId(sub);
  }
  count("SignUps");
  await deliver(email, mail, outgoing.put);
  return profile.customerId;
}

/** Uses the address that the user pool verified, not the one in the form. */
function checkEmail(given: string, { email, emailVerified }: Caller): void {
  if (!emailVerified || given.toLowerCase() !== email.toLowerCase()) throw new ApiError("email_not_verified");
}

async function sealSecrets(customer: string, licenceKey: string, basicPassword = "") {
  const [encryptedKey, encryptedPassword] = await Promise.all([
    encrypt(licenceKey, { customer, field: "licenceKey" }),
    basicPassword === "" ? undefined : encrypt(basicPassword, { customer, field: "basicPassword" }),
  ]);
  return {
    licenceKey: encryptedKey,
    ...(encryptedPassword === undefined ? {} : { basicPassword: encryptedPassword }),
  };
}

async function existingCustomerId(sub: string): Promise<string> {
  const customer = await readCustomer(sub);
  if (!customer) throw new ApiError("phone_not_verified");
  return customer.customerId;
}
