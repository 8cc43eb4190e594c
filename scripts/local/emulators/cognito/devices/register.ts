import { deviceNotFound, invalidParameter } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import type { SignIn } from "../state.ts";

interface Registration {
  DeviceKey: string;
  DeviceName?: string | undefined;
  /** Base64. */
  DeviceSecretVerifierConfig?:
    | { Salt?: string | undefined; PasswordVerifier?: string | undefined }
    | undefined;
}

/**
 * The browser keeps the names that its sign-in gave it, and binds that sign-in's refresh token to itself.
 * Throws ResourceNotFoundException for names that it was not given, or has registered already.
 */
export function registerDevice(pool: Pool, user: User, signIn: SignIn, registration: Registration): void {
  const { key, groupKey } = signIn.device ?? {};
  if (key !== registration.DeviceKey || groupKey === undefined) throw deviceNotFound();
  const { Salt, PasswordVerifier } = registration.DeviceSecretVerifierConfig ?? {};
  if (!Salt || !PasswordVerifier) throw invalidParameter("Device secret verifier config is required");
  const now = pool.clock();
  user.devices.push({
    key,
    groupKey,
    ...(registration.DeviceName === undefined ? {} : { name: registration.DeviceName }),
    salt: hexOf(Salt),
    verifier: hexOf(PasswordVerifier),
    remembered: false,
    createdAt: now,
    modifiedAt: now,
    authenticatedAt: now,
  });
  signIn.device = { key };
}

function hexOf(base64: string): string {
  return Buffer.from(base64, "base64").toString("hex");
}
