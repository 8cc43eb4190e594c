/** The SRP-6a group of Cognito: the 3072-bit prime of RFC 3526 (group 15) and generator 2, in BigInt. */
import { createHash, getDiffieHellman, randomBytes } from "node:crypto";

export const prime = BigInt(`0x${getDiffieHellman("modp15").getPrime("hex")}`);
const generator = 2n;

/** SRP-6a's multiplier. */
export const multiplier = hashOf(prime, generator);

/** `generator ** exponent` in the group. */
export function power(exponent: bigint): bigint {
  return modPow(generator, exponent);
}

/** `base ** exponent` in the group, four bits at a time: about 3 ms for the 256-bit exponents used here. */
export function modPow(base: bigint, exponent: bigint): bigint {
  const powers = [1n];
  for (let index = 1; index < 16; index++) powers.push(((powers[index - 1] ?? 1n) * base) % prime);
  let result = 1n;
  for (const digit of exponent.toString(16)) {
    for (let bit = 0; bit < 4; bit++) result = (result * result) % prime;
    if (digit !== "0") result = (result * (powers[Number.parseInt(digit, 16)] ?? 1n)) % prime;
  }
  return result;
}

/** A secret exponent of 256 bits. */
export function randomExponent(): bigint {
  return fromHex(randomBytes(32).toString("hex"));
}

export function fromHex(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

/** Two's complement as Java's BigInteger writes it, which is what Cognito and its clients hash. */
export function toBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, "hex");
}

/** SHA-256 over the parts one after the other, as a number. */
export function hashOf(...parts: (bigint | Buffer)[]): bigint {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(typeof part === "bigint" ? toBytes(part) : part);
  return fromHex(hash.digest("hex"));
}
