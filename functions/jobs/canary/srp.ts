/** The client's half of Cognito's SRP-6a: the password is proven and never sent. Group: RFC 3526, 3072 bits, generator 2. */
import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from "node:crypto";

const prime = fromHex(getDiffieHellman("modp15").getPrime("hex"));
const generator = 2n;
const multiplier = hashOf(toBytes(prime), toBytes(generator));

/** Both numbers in hex. */
export interface ClientKeys {
  secret: string;
  /** `SRP_A` of the first request. */
  publicKey: string;
}

export function newClientKeys(): ClientKeys {
  const secret = randomBytes(32).toString("hex");
  return { secret, publicKey: power(generator, fromHex(secret)).toString(16) };
}

export interface Claim {
  /** The pool's id without its region. */
  poolName: string;
  /** Salt, public key and name as the challenge gave them. */
  salt: string;
  serverPublic: string;
  userId: string;
  secretBlock: string;
  password: string;
  timestamp: string;
}

/** `PASSWORD_CLAIM_SIGNATURE` of the answer. */
export function signClaim(claim: Claim, keys: ClientKeys): string {
  return createHmac("sha256", sharedKey(claim, keys))
    .update(`${claim.poolName}${claim.userId}`)
    .update(Buffer.from(claim.secretBlock, "base64"))
    .update(claim.timestamp)
    .digest("base64");
}

function sharedKey({ poolName, userId, password, ...claim }: Claim, keys: ClientKeys): Buffer {
  const identity = createHash("sha256").update(`${poolName}${userId}:${password}`).digest();
  const exponent = hashOf(toBytes(fromHex(claim.salt)), identity);
  const serverPublic = fromHex(claim.serverPublic);
  const scrambler = hashOf(toBytes(fromHex(keys.publicKey)), toBytes(serverPublic));
  const base = serverPublic - ((multiplier * power(generator, exponent)) % prime);
  const shared = power(((base % prime) + prime) % prime, fromHex(keys.secret) + scrambler * exponent);
  return Buffer.from(hkdfSync("sha256", toBytes(shared), toBytes(scrambler), "Caldera Derived Key", 16));
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % prime;
    if (bit === "1") result = (result * base) % prime;
  }
  return result;
}

function fromHex(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

/** Two's complement as Java's BigInteger writes it, which is what Cognito hashes. */
function toBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, "hex");
}

function hashOf(...parts: Buffer[]): bigint {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return fromHex(hash.digest("hex"));
}
