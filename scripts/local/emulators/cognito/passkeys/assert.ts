/** Signing in with a passkey: what the browser is asked, and whether its answer proves the user. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import { incorrectUsernameOrPassword, invalidParameter } from "../errors.ts";
import { activeFactors } from "../mfa/factors.ts";
import type { Pool } from "../pool.ts";
import type { Passkey, User } from "../records/user.ts";
import { isAllowedOrigin, isBrowserAnswer, readClientData, requirePasskeys } from "./relying-party.ts";

const timeoutMs = 180_000;

/**
 * The user could sign in with one. A user with a second factor needs a passkey that counts as one: by the pool's
 * FactorConfiguration, and by the user's own WebAuthnMfaSettings.
 */
export function canUsePasskey(pool: Pool, user: User): boolean {
  const { passkeys } = pool.settings;
  if (!passkeys || user.passkeys.length === 0) return false;
  if (activeFactors(pool, user).length === 0) return true;
  return passkeys.factor === "MULTI_FACTOR_WITH_USER_VERIFICATION" && user.mfa.webAuthn === true;
}

/** The options for `navigator.credentials.get`, as JSON. */
export async function requestOptions(pool: Pool, user: User) {
  const { relyingPartyId, userVerification } = requirePasskeys(pool);
  return generateAuthenticationOptions({
    rpID: relyingPartyId,
    timeout: timeoutMs,
    userVerification,
    allowCredentials: user.passkeys.map(({ id }) => ({ id })),
  });
}

const assertion = z.custom<AuthenticationResponseJSON>(isBrowserAnswer);

/** Throws InvalidParameterException for what is no credential. */
export function readAssertion(credential: string): AuthenticationResponseJSON {
  try {
    return assertion.parse(JSON.parse(credential));
  } catch {
    throw invalidParameter("Credential data is not valid");
  }
}

/** Throws NotAuthorizedException unless the assertion is right in every part; counts the authenticator's counter on. */
export async function requireProof(
  pool: Pool,
  user: User,
  credential: AuthenticationResponseJSON,
  challenge: string,
): Promise<void> {
  const passkey = user.passkeys.find(({ id }) => id === credential.id);
  const counter = passkey && (await verifiedCounter(pool, user, passkey, credential, challenge));
  if (passkey === undefined || counter === undefined) throw incorrectUsernameOrPassword();
  passkey.counter = counter;
}

async function verifiedCounter(
  pool: Pool,
  { sub }: User,
  { id, publicKey, counter }: Passkey,
  credential: AuthenticationResponseJSON,
  expectedChallenge: string,
): Promise<number | undefined> {
  const passkeys = requirePasskeys(pool);
  const { clientDataJSON, userHandle } = credential.response;
  const { origin = "" } = readClientData(clientDataJSON) ?? {};
  if (!isAllowedOrigin(origin, passkeys)) return undefined;
  if (userHandle !== undefined && isoBase64URL.toUTF8String(userHandle) !== sub) return undefined;
  const verification = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: passkeys.relyingPartyId,
    credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter },
    requireUserVerification: passkeys.userVerification === "required",
  }).catch(() => undefined);
  return verification?.verified ? verification.authenticationInfo.newCounter : undefined;
}
