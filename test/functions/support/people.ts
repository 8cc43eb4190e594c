import { randomInt, randomUUID } from "node:crypto";

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

export const company = {
  customerKbn: 0,
  corporateName: "株式会社テスト商事",
  postalCode: "100-0001",
  prefecture: 13,
  city: "千代田区",
  streetAddress: "千代田1-1",
  chargeLastName: "山田",
  chargeFirstName: "太郎",
  kintoneDomain: "test-shoji",
  agreedTerms: true,
  agreedBusinessUse: true,
};

export const signupOf = (person: Person, requestId: string) => ({
  operation: "signup",
  ...company,
  basicUserName: "basic-user",
  basicPassword: "basic-secret-1",
  chargePhoneNumber: person.phoneNumber,
  email: person.email,
  requestId,
});
