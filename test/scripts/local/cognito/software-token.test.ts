import {
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import {
  confirmedUser,
  freshPool,
  passwordSignIn,
  plainPasswords,
  signIn,
  type TestPool,
  userPoolId,
} from "./pool.ts";
import { appCode, associateApp, challengeOf, respond, userWithApp, wrongAppCode } from "./second-factor.ts";

let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
});

const enabled = { Enabled: true, PreferredMfa: true };
const answer = (Session: string, SOFTWARE_TOKEN_MFA_CODE: string) =>
  respond(pool, "SOFTWARE_TOKEN_MFA", Session, { USERNAME: "taro", SOFTWARE_TOKEN_MFA_CODE });

describe("setting an authenticator app up", () => {
  it("asks for a code of it, then for the preference, before sign-ins change", async () => {
    await confirmedUser(pool, "taro");
    const { AccessToken } = await signIn(pool, "taro");
    const preference = new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: enabled });
    await expect(pool.sdk.send(preference)).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "User does not have delivery config set to turn on SOFTWARE_TOKEN_MFA",
    });
    await associateApp(pool, AccessToken);
    expect(await pool.sdk.send(passwordSignIn("taro"))).toHaveProperty("AuthenticationResult");
    expect(await pool.sdk.send(new GetUserCommand({ AccessToken }))).not.toHaveProperty("UserMFASettingList");
    await pool.sdk.send(preference);
    expect(await pool.sdk.send(new GetUserCommand({ AccessToken }))).toMatchObject({
      UserMFASettingList: ["SOFTWARE_TOKEN_MFA"],
      PreferredMfaSetting: "SOFTWARE_TOKEN_MFA",
    });
    expect(await challengeOf(pool, "taro")).toMatchObject({
      ChallengeName: "SOFTWARE_TOKEN_MFA",
      ChallengeParameters: { USER_ID_FOR_SRP: "taro", FRIENDLY_DEVICE_NAME: "スマホ" },
    });
  });

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

  it("is for pools that have it", async () => {
    pool = await freshPool({
      ...plainPasswords,
      settings: { mfa: { mode: "OPTIONAL", factors: ["SMS_MFA"] } },
    });
    await confirmedUser(pool, "taro");
    const { AccessToken } = await signIn(pool, "taro");
    await expect(pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toMatchObject({
      name: "SoftwareTokenMFANotFoundException",
    });
    await expect(pool.sdk.send(new AssociateSoftwareTokenCommand({}))).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
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

describe("AdminSetUserMFAPreference", () => {
  it("switches a lost app off", async () => {
    const { AccessToken } = await userWithApp(pool, "taro");
    const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
    const Username = "taro";
    await pool.sdk.send(
      new AdminSetUserMFAPreferenceCommand({ UserPoolId: userPoolId, Username, SoftwareTokenMfaSettings }),
    );
    const shown = await pool.sdk.send(new GetUserCommand({ AccessToken }));
    expect(shown.UserMFASettingList).toBeUndefined();
    expect(shown.PreferredMfaSetting).toBeUndefined();
    expect(await pool.sdk.send(passwordSignIn("taro"))).toHaveProperty("AuthenticationResult");
  });
});
