/** A user's authenticator app: setting it up and taking its codes. */
import { expiredCode, softwareTokenNotFound } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { newSecret, stepAt, stepOfCode } from "./totp.ts";

/** Steps back that a code could still belong to; older ones need not be remembered. */
const window = 2;

/** A secret for the app. One that is set up already stays good until a code proves the new one. */
export function handOutSecret(pool: Pool, user: User): string {
  if (!pool.settings.mfa.factors.includes("SOFTWARE_TOKEN_MFA")) {
    throw softwareTokenNotFound("Software Token MFA has not been enabled by the userPool.");
  }
  const secret = newSecret();
  user.softwareToken.pendingSecret = secret;
  return secret;
}

/** Returns whether the code proves that the app has the new secret. Throws SoftwareTokenMFANotFoundException without one. */
export function proveSecret(pool: Pool, user: User, code: string): boolean {
  const { pendingSecret: secret } = user.softwareToken;
  if (!secret) throw softwareTokenNotFound("Software Token MFA does not exist for the user.");
  const step = stepOfCode(secret, code, pool.clock());
  if (step === undefined) return false;
  user.softwareToken = { secret, usedSteps: [step] };
  return true;
}

/** Returns whether the code is correct. Throws SoftwareTokenMFANotFoundException, or ExpiredCodeException when it was used before. */
export function takeAppCode(pool: Pool, { softwareToken }: User, code: string): boolean {
  const { secret } = softwareToken;
  if (!secret) throw softwareTokenNotFound("Software Token MFA does not exist for the user.");
  const step = stepOfCode(secret, code, pool.clock());
  if (step === undefined) return false;
  if (softwareToken.usedSteps.includes(step)) {
    throw expiredCode("Your software token has already been used once.");
  }
  const recent = softwareToken.usedSteps.filter((used) => used >= stepAt(pool.clock()) - window);
  softwareToken.usedSteps = [...recent, step];
  return true;
}
