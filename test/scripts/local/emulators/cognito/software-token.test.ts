import {
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { codeOfStep, stepAt } from "#scripts/local/emulators/cognito/mfa/software-token.ts";
import { confirmedUser, plainPasswords, signIn, startPools, type TestPool } from "./pool.ts";
import { appCode, challengeOf, respond, userWithApp, wrongAppCode } from "./second-factor.ts";

const freshPool = startPools();
let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
});

const answer = (Session: string | undefined, SOFTWARE_TOKEN_MFA_CODE: string, USERNAME = "taro") =>
  respond(pool, "SOFTWARE_TOKEN_MFA", Session, { USERNAME, SOFTWARE_TOKEN_MFA_CODE });
const notAuthorized = (message: string) => ({ name: "NotAuthorizedException", message });

it("an app's code is that of RFC 6238, appendix B", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect([59_000, 1_111_111_109_000].map((at) => codeOfStep(secret, stepAt(at)))).toEqual([
    "287082",
    "081804",
  ]);
});

it("setting up an app refuses a wrong code; the old app stays until then", async () => {
  await confirmedUser(pool, "jiro");
  const { AccessToken: his } = await signIn(pool, "jiro");
  const verify = (AccessToken: string, UserCode: string) =>
    pool.sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  await expect(verify(his, "123456")).rejects.toMatchObject({ name: "SoftwareTokenMFANotFoundException" });
  await expect(verify(his, "12345")).rejects.toMatchObject({ name: "InvalidParameterException" });

  const { secret, AccessToken } = await userWithApp(pool, "taro");
  const { SecretCode = "" } = await pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  await expect(verify(AccessToken, wrongAppCode(pool, SecretCode))).rejects.toMatchObject({
    name: "EnableSoftwareTokenMFAException",
    message: "Code mismatch and fail enable Software Token MFA",
  });
  const { Session } = await challengeOf(pool, "taro");
  await answer(Session, appCode(pool, secret));
  await verify(AccessToken, appCode(pool, SecretCode));
  const again = await challengeOf(pool, "taro");
  await answer(again.Session, appCode(pool, SecretCode, 1));
});

describe("SOFTWARE_TOKEN_MFA", () => {
  it("takes each code once, early and late by one step", async () => {
    const { secret } = await userWithApp(pool, "taro");
    const used = { name: "ExpiredCodeException", message: "Your software token has already been used once." };
    const { Session } = await challengeOf(pool, "taro");
    await expect(answer(Session, appCode(pool, secret, -1))).rejects.toMatchObject(used);
    const mismatch = { name: "CodeMismatchException", message: "Invalid code received for user" };
    await expect(answer(Session, appCode(pool, secret, 3))).rejects.toMatchObject(mismatch);
    await answer(Session, appCode(pool, secret, 1));
    const next = await challengeOf(pool, "taro");
    await expect(answer(next.Session, appCode(pool, secret, 1))).rejects.toMatchObject(used);
    await answer(next.Session, appCode(pool, secret));
    await expect(answer(next.Session, appCode(pool, secret))).rejects.toMatchObject(
      notAuthorized("Invalid session for the user, session can only be used once."),
    );
  });

  it("ends the session after 3 wrong codes or 3 minutes; the fifth code locks out", async () => {
    const { secret } = await userWithApp(pool, "taro");
    const expired = notAuthorized("Invalid session for the user, session is expired.");
    const guess = (Session: string) =>
      expect(answer(Session, wrongAppCode(pool, secret))).rejects.toMatchObject({
        name: "CodeMismatchException",
      });
    const first = await challengeOf(pool, "taro");
    for (const _try of [1, 2, 3]) await guess(first.Session);
    await expect(answer(first.Session, appCode(pool, secret))).rejects.toMatchObject(expired);
    const second = await challengeOf(pool, "taro");
    pool.passMinutes(3);
    await expect(answer(second.Session, appCode(pool, secret))).rejects.toMatchObject(expired);
    const third = await challengeOf(pool, "taro");
    for (const _try of [4, 5]) await guess(third.Session);
    await expect(answer(third.Session, appCode(pool, secret))).rejects.toMatchObject(
      notAuthorized("Password attempts exceeded"),
    );
  });

  it("wants a session of its own user and kind", async () => {
    const { secret } = await userWithApp(pool, "taro");
    const { Session } = await challengeOf(pool, "taro");
    const code = appCode(pool, secret);
    const invalid = notAuthorized("Invalid session for the user.");
    await expect(answer(Session, code, "jiro")).rejects.toMatchObject(invalid);
    const asSms = { USERNAME: "taro", SMS_MFA_CODE: code };
    await expect(respond(pool, "SMS_MFA", Session, asSms)).rejects.toMatchObject(invalid);
    await expect(answer(undefined, code)).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "Missing required parameter Session",
    });
  });
});
