/** Computes the changes of an update to the stored record. Source: specification section 3, "Update payload", and section 6. */

import type { Secrets } from "#functions/customer/encrypt-secrets.ts";
import { checkPrivateKey } from "#functions/customer/private-key.ts";
import type { Profile } from "#functions/customer/profile.ts";
import type { UpdateRequest } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { secretMask } from "#shared/limits.ts";

const companyFields = namesIn("company", "contact", "kintone");
/** Fields of the standard plan's tabs. */
const standardFields = namesIn("voiceProvider", "billingContact");
const plainFields = [...companyFields, ...standardFields];

const hasAny = (request: UpdateRequest, fields: readonly (keyof UpdateRequest)[]): boolean =>
  fields.some((field) => request[field] !== undefined);

/** True if the request has a field that only the standard plan can change, even with its stored value. */
export const changesStandardFields = (request: UpdateRequest): boolean =>
  hasAny(request, [...standardFields, "apiSecret", "privateKey"]);

/** True if the request has a field of the three tabs, which all show the same version of the record. */
export const changesForm = (request: UpdateRequest): boolean =>
  changesStandardFields(request) || hasAny(request, [...companyFields, "basicPassword"]);

export const changedDetails = (request: UpdateRequest, stored: Profile): Partial<Profile> =>
  Object.fromEntries(
    plainFields
      .filter((field) => request[field] !== undefined && request[field] !== stored[field])
      .map((field) => [field, request[field]]),
  );

/**
 * Returns the new secrets. A mask and an empty key mean unchanged. Throws 400 for an invalid private key.
 */
export function secretsToStore({ apiSecret, basicPassword, privateKey }: UpdateRequest): Secrets {
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
export const secretsToErase = (
  { basicPassword }: UpdateRequest,
  { hasBasicPassword }: Profile,
): { basicPassword?: null } => (basicPassword === "" && hasBasicPassword ? { basicPassword: null } : {});
