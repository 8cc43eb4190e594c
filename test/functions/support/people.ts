import { randomInt, randomUUID } from "node:crypto";
import { agreements, company } from "#test/support/company.ts";

export interface Person {
  sub: string;
  loginId: string;
  email: string;
  phoneNumber: string;
  /** Every person at an address of their own, unless a test is about the limit of one. */
  address: string;
}

export function newPerson(): Person {
  const number = String(randomInt(1e8)).padStart(8, "0");
  const loginId = `user${randomUUID().slice(0, 8)}`;
  return {
    sub: randomUUID(),
    loginId,
    email: `${loginId}@example.com`,
    phoneNumber: `090-${number.slice(0, 4)}-${number.slice(4)}`,
    address: `198.51.${randomInt(256)}.${randomInt(256)}`,
  };
}

export const claimsOf = ({ sub, loginId, email }: Person): Record<string, string> => ({
  sub,
  token_use: "id",
  "cognito:username": loginId,
  email,
  email_verified: "true",
  origin_jti: `sign-in of ${sub}`,
  /** Signed in just now. */
  auth_time: String(Math.floor(Date.now() / 1000)),
});

export const signupOf = (person: Person, requestId: string) => ({
  operation: "signup",
  ...company,
  ...agreements,
  basicUserName: "basic-user",
  basicPassword: "basic-secret-1",
  chargePhoneNumber: person.phoneNumber,
  email: person.email,
  requestId,
});
