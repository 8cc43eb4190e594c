/** Passwords as SRP keeps them: a salt and `g ** x`, from which the password cannot be read back. */
import { createHash, randomBytes } from "node:crypto";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { fromHex, hashOf, power } from "./group.ts";

export type StoredPassword = User["password"];

export function storePassword({ poolName }: Pool, userName: string, password: string): StoredPassword {
  const salt = randomBytes(16).toString("hex");
  return { salt, verifier: verifierOf(poolName, userName, salt, password) };
}

export function isPassword(
  { poolName }: Pool,
  { userName, password: stored }: User,
  password: string,
): boolean {
  return verifierOf(poolName, userName, stored.salt, password) === stored.verifier;
}

function verifierOf(poolName: string, userName: string, salt: string, password: string): string {
  const identity = createHash("sha256").update(`${poolName}${userName}:${password}`).digest();
  return power(hashOf(fromHex(salt), identity)).toString(16);
}
