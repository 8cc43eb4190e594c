/** What an update asks for that is not so already. Source: specification section 3, "Update payload", and section 6. */
import type { UpdateRequest } from "../../shared/customer.ts";
import { namesIn } from "../../shared/customer-fields.ts";
import { secretMask } from "../../shared/limits.ts";
import type { Secrets } from "./encrypt-secrets.ts";
import { checkPrivateKey } from "./private-key.ts";
import type { Profile } from "./profile.ts";

const companyFields = namesIn("company", "contact", "kintone");
/** Of the standard plan's tabs. */
const standardFields = namesIn("voiceProvider", "billingContact");
const plainFields = [...companyFields, ...standardFields];

const hasAny = (request: UpdateRequest, fields: readonly (keyof UpdateRequest)[]): boolean =>
  fields.some((field) => request[field] !== undefined);

/** Something that only the standard plan may change, changed or not. */
export const changesStandardFields = (request: UpdateRequest): boolean =>
  hasAny(request, [...standardFields, "apiSecret", "privateKey"]);

/** Something of the three tabs, which show one version of the record. */
export const changesForm = (request: UpdateRequest): boolean =>
  changesStandardFields(request) || hasAny(request, [...companyFields, "basicPassword"]);

export const changedDetails = (request: UpdateRequest, stored: Profile): Partial<Profile> =>
  Object.fromEntries(
    plainFields
      .filter((field) => request[field] !== undefined && request[field] !== stored[field])
      .map((field) => [field, request[field]]),
  );

/**
 * Secrets that are given anew. One that comes as its mask, and a key that comes empty, stay as they are. Throws 400 for a
 * private key that is none.
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

/** The password of Basic authentication may be given up; the others are needed for good. */
export const secretsToErase = (
  { basicPassword }: UpdateRequest,
  { hasBasicPassword }: Profile,
): { basicPassword?: null } => (basicPassword === "" && hasBasicPassword ? { basicPassword: null } : {});
