/** Passwords as SRP keeps them: a salt and `g ** x`, from which the password cannot be read back. */
import { createHash, randomBytes } from "node:crypto";
import type { User } from "../records/user.ts";
import { fromHex, hashOf, power } from "./group.ts";

export type StoredPassword = User["password"];

interface PasswordOwner {
  poolName: string;
  userName: string;
}

export function storePassword(owner: PasswordOwner, password: string): StoredPassword {
  const salt = randomBytes(16).toString("hex");
  return { salt, verifier: verifierOf(owner, salt, password) };
}

export function isPassword(owner: PasswordOwner, stored: StoredPassword, password: string): boolean {
  return verifierOf(owner, stored.salt, password) === stored.verifier;
}

function verifierOf({ poolName, userName }: PasswordOwner, salt: string, password: string): string {
  const identity = createHash("sha256").update(`${poolName}${userName}:${password}`).digest();
  return power(hashOf(fromHex(salt), identity)).toString(16);
}
