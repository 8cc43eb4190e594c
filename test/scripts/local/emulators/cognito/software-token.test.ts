import {
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { confirmedUser, plainPasswords, signIn, startPools, type TestPool } from "./pool.ts";
import { appCode, challengeOf, respond, userWithApp, wrongAppCode } from "./second-factor.ts";

const freshPool = startPools();

let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
});

const answer = (Session: string, SOFTWARE_TOKEN_MFA_CODE: string) =>
  respond(pool, "SOFTWARE_TOKEN_MFA", Session, { USERNAME: "taro", SOFTWARE_TOKEN_MFA_CODE });

describe("setting an authenticator app up", () => {
  it("refuses a wrong code, and a code before there is a secret", async () => {
    await confirmedUser(pool, "taro");
    const { AccessToken } = await signIn(pool, "taro");
    const verify = (UserCode: string) =>
      pool.sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
    await expect(verify("123456")).rejects.toMatchObject({ name: "SoftwareTokenMFANotFoundException" });
    const { SecretCode = "" } = await pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    await expect(verify(wrongAppCode(pool, SecretCode))).rejects.toMatchObject({
      name: "EnableSoftwareTokenMFAException",
      message: "Code mismatch and fail enable Software Token MFA",
    });
    expect(await verify(appCode(pool, SecretCode))).toMatchObject({ Status: "SUCCESS" });
    await expect(verify("12345")).rejects.toMatchObject({ name: "InvalidParameterException" });
  });

  it("keeps the old app until the new one is proven", async () => {
    const { secret, AccessToken } = await userWithApp(pool, "taro");
    const { SecretCode = "" } = await pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    const { Session } = await challengeOf(pool, "taro");
    await expect(answer(Session, appCode(pool, SecretCode))).rejects.toMatchObject({
      name: "CodeMismatchException",
    });
    expect(await answer(Session, appCode(pool, secret))).toHaveProperty("AuthenticationResult");
    const UserCode = appCode(pool, SecretCode);
    await pool.sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
    const again = await challengeOf(pool, "taro");
    expect(await answer(again.Session, appCode(pool, SecretCode, 1))).toHaveProperty("AuthenticationResult");
  });
});

describe("SOFTWARE_TOKEN_MFA", () => {
  it("takes each code once, early and late by one step", async () => {
    const { secret } = await userWithApp(pool, "taro");
    const used = { name: "ExpiredCodeException", message: "Your software token has already been used once." };
    const { Session } = await challengeOf(pool, "taro");
    await expect(answer(Session, appCode(pool, secret, -1))).rejects.toMatchObject(used);
    const mismatch = { name: "CodeMismatchException", message: "Invalid code received for user" };
    await expect(answer(Session, appCode(pool, secret, 3))).rejects.toMatchObject(mismatch);
    expect(await answer(Session, appCode(pool, secret, 1))).toHaveProperty("AuthenticationResult");
    const next = await challengeOf(pool, "taro");
    await expect(answer(next.Session, appCode(pool, secret, 1))).rejects.toMatchObject(used);
    expect(await answer(next.Session, appCode(pool, secret))).toHaveProperty("AuthenticationResult");
    await expect(answer(next.Session, appCode(pool, secret))).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Invalid session for the user, session can only be used once.",
    });
  });

  it("ends the session after three wrong codes or three minutes, and locks out who goes on", async () => {
    const { secret } = await userWithApp(pool, "taro");
    const wrong = wrongAppCode(pool, secret);
    const expired = {
      name: "NotAuthorizedException",
      message: "Invalid session for the user, session is expired.",
    };
    const first = await challengeOf(pool, "taro");
    for (const _try of [1, 2, 3]) {
      await expect(answer(first.Session, wrong)).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    await expect(answer(first.Session, appCode(pool, secret))).rejects.toMatchObject(expired);
    const second = await challengeOf(pool, "taro");
    pool.passMinutes(3);
    await expect(answer(second.Session, appCode(pool, secret))).rejects.toMatchObject(expired);
    const third = await challengeOf(pool, "taro");
    for (const _try of [4, 5])
      await expect(answer(third.Session, wrongAppCode(pool, secret))).rejects.toThrow();
    await expect(answer(third.Session, appCode(pool, secret))).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Password attempts exceeded",
    });
  });

  it("wants a session of its own user and kind", async () => {
    const { secret } = await userWithApp(pool, "taro");
    await confirmedUser(pool, "jiro");
    const { Session } = await challengeOf(pool, "taro");
    const SOFTWARE_TOKEN_MFA_CODE = appCode(pool, secret);
    const invalid = { name: "NotAuthorizedException", message: "Invalid session for the user." };
    const asJiro = { USERNAME: "jiro", SOFTWARE_TOKEN_MFA_CODE };
    await expect(respond(pool, "SOFTWARE_TOKEN_MFA", Session, asJiro)).rejects.toMatchObject(invalid);
    const asSms = { USERNAME: "taro", SMS_MFA_CODE: SOFTWARE_TOKEN_MFA_CODE };
    await expect(respond(pool, "SMS_MFA", Session, asSms)).rejects.toMatchObject(invalid);
    await expect(respond(pool, "SOFTWARE_TOKEN_MFA", undefined, asJiro)).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "Missing required parameter Session",
    });
  });
});
