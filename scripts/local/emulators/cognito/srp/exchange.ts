/** The server's half of an SRP-6a exchange, and the proof that Cognito expects at its end. */
import { createHmac, hkdfSync } from "node:crypto";
import { invalidParameter } from "../errors.ts";
import { fromHex, hashOf, modPow, multiplier, power, prime, randomExponent, toBytes } from "./group.ts";

/** All in hex. */
interface ServerKeys {
  serverSecret: string;
  serverPublic: string;
}

/** B of the exchange for a user with that verifier (hex). */
export function createServerKeys(verifier: string): ServerKeys {
  const secret = randomExponent();
  const serverPublic = (multiplier * fromHex(verifier) + power(secret)) % prime;
  return { serverSecret: secret.toString(16), serverPublic: serverPublic.toString(16) };
}

/** Throws InvalidParameterException for a multiple of the prime: its sender would know the shared key without the password. */
export function requireClientPublic(clientPublic: string): void {
  const isUsable = /^[0-9a-f]+$/i.test(clientPublic) && fromHex(clientPublic) % prime !== 0n;
  if (!isUsable) throw invalidParameter("Invalid SRP_A");
}

interface SignedClaim extends ServerKeys {
  clientPublic: string;
  verifier: string;
  poolName: string;
  userIdForSrp: string;
  /** As the client echoes it. */
  secretBlock: string;
  timestamp: string;
}

/** PASSWORD_CLAIM_SIGNATURE of a client that knows the password. */
export function claimSignature(claim: SignedClaim): string {
  return createHmac("sha256", sharedKey(claim))
    .update(`${claim.poolName}${claim.userIdForSrp}`)
    .update(Buffer.from(claim.secretBlock, "base64"))
    .update(claim.timestamp)
    .digest("base64");
}

function sharedKey({ clientPublic, serverSecret, serverPublic, verifier }: SignedClaim): Buffer {
  const scrambler = hashOf(fromHex(clientPublic), fromHex(serverPublic));
  const base = (fromHex(clientPublic) * modPow(fromHex(verifier), scrambler)) % prime;
  const shared = modPow(base, fromHex(serverSecret));
  return Buffer.from(hkdfSync("sha256", toBytes(shared), toBytes(scrambler), "Caldera Derived Key", 16));
}
