/** StartWebAuthnRegistration and CompleteWebAuthnRegistration, verified as the W3C says. */
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { isoBase64URL, isoUint8Array } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import {
  credentialNotSupported,
  invalidParameter,
  limitExceeded,
  originNotAllowed,
  relyingPartyMismatch,
  webAuthnChallengeNotFound,
} from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { isAllowedOrigin, isBrowserAnswer, readClientData, requirePasskeys } from "./relying-party.ts";

/** Developer guide, "Quotas": passkeys of one user. */
const mostPasskeys = 20;
const timeoutMs = 60_000;
const challengeLifetimeMs = 3 * 60_000;

/** ES256 and RS256, as Cognito offers. */
const algorithms = [-7, -257];

/** The options for `navigator.credentials.create`. A newer challenge replaces the one before. */
export async function startRegistration(
  pool: Pool,
  user: User,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { relyingPartyId, userVerification } = requirePasskeys(pool);
  if (user.passkeys.length >= mostPasskeys) throw limitExceeded();
  const options = await generateRegistrationOptions({
    rpName: relyingPartyId,
    rpID: relyingPartyId,
    userName: user.userName,
    userID: isoUint8Array.fromUTF8String(user.sub),
    userDisplayName: user.userName,
    timeout: timeoutMs,
    excludeCredentials: user.passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification },
    supportedAlgorithmIDs: algorithms,
  });
  user.passkeyRegistration = {
    challenge: options.challenge,
    expiresAt: pool.clock() + challengeLifetimeMs,
  };
  return options;
}

export const registrationResponse = z.custom<RegistrationResponseJSON>(isBrowserAnswer);

/** Consumes the challenge, also on a failure, and adds the passkey. Throws Cognito's WebAuthn exceptions. */
export async function completeRegistration(
  pool: Pool,
  user: User,
  credential: RegistrationResponseJSON,
): Promise<void> {
  const { registrationInfo } = await verify(pool, credential, takeChallenge(pool, user));
  if (!registrationInfo) throw credentialNotSupported();
  const { id, publicKey, counter } = registrationInfo.credential;
  if (user.passkeys.some((known) => known.id === id)) throw invalidParameter("Credential data is not valid");
  user.passkeys.push({
    id,
    publicKey: isoBase64URL.fromBuffer(publicKey),
    counter,
    name: "Passkey",
    createdAt: pool.clock(),
  });
}

function takeChallenge(pool: Pool, user: User): string {
  const pending = user.passkeyRegistration;
  delete user.passkeyRegistration;
  if (!pending || pending.expiresAt <= pool.clock()) throw webAuthnChallengeNotFound();
  return pending.challenge;
}

async function verify(
  pool: Pool,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
): Promise<VerifiedRegistrationResponse> {
  const passkeys = requirePasskeys(pool);
  const client = readClientData(response.response.clientDataJSON);
  if (client?.challenge !== expectedChallenge) throw webAuthnChallengeNotFound();
  if (!isAllowedOrigin(client.origin, passkeys)) throw originNotAllowed();
  try {
    return await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: client.origin,
      expectedRPID: passkeys.relyingPartyId,
      requireUserVerification: passkeys.userVerification === "required",
      supportedAlgorithmIDs: algorithms,
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === "UnexpectedRPIDHash") return relyingPartyMismatch();
  return /not be verified/.test(message)
    ? credentialNotSupported()
    : invalidParameter("Credential data is not valid");
}
