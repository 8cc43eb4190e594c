import {
  DeleteUserAttributesCommand,
  GetUserCommand,
  SetUserMFAPreferenceCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { confirmedUser, freshPool, signIn, type TestPool, wrongCode } from "./pool.ts";
import { appCode, associateApp, bothFactors, challengeOf, respond, setNumber } from "./second-factor.ts";

let pool: TestPool;
const preferSms = (AccessToken: string, PreferredMfa: boolean) =>
  pool.sdk.send(
    new SetUserMFAPreferenceCommand({ AccessToken, SMSMfaSettings: { Enabled: true, PreferredMfa } }),
  );
const answerSms = (Session: string, SMS_MFA_CODE: string) =>
  respond(pool, "SMS_MFA", Session, { USERNAME: "taro", SMS_MFA_CODE });

describe("SMS_MFA", () => {
  beforeEach(async () => {
    pool = await freshPool(bothFactors);
    await confirmedUser(pool, "taro");
  });

  it("texts a code, which proves the number as well", async () => {
    const { AccessToken } = await signIn(pool, "taro");
    await expect(preferSms(AccessToken, true)).rejects.toThrow("delivery config set to turn on SMS_MFA");
    await setNumber(pool, AccessToken);
    await preferSms(AccessToken, true);
    const { Session, ...challenge } = await challengeOf(pool, "taro");
    expect(challenge).toMatchObject({
      ChallengeName: "SMS_MFA",
      ChallengeParameters: {
        CODE_DELIVERY_DELIVERY_MEDIUM: "SMS",
        CODE_DELIVERY_DESTINATION: "+********5678",
        USER_ID_FOR_SRP: "taro",
      },
    });
    expect(pool.inbox.at(-1)).toEqual({
      channel: "sms",
      to: "+819012345678",
      text: `Your authentication code is ${pool.latestCode()}.`,
      code: pool.latestCode(),
    });
    await expect(answerSms(Session, wrongCode(pool))).rejects.toMatchObject({
      name: "CodeMismatchException",
      message: "Invalid code or auth state for the user.",
    });
    expect(await answerSms(Session, pool.latestCode())).toHaveProperty("AuthenticationResult");
    const { UserAttributes } = await pool.sdk.send(new GetUserCommand({ AccessToken }));
    expect(UserAttributes).toContainEqual({ Name: "phone_number_verified", Value: "true" });
  });

  it("is no longer asked for once the number is deleted", async () => {
    const { AccessToken } = await signIn(pool, "taro");
    await setNumber(pool, AccessToken);
    await preferSms(AccessToken, true);
    const remove = (name: string) =>
      pool.sdk.send(new DeleteUserAttributesCommand({ AccessToken, UserAttributeNames: [name] }));
    await expect(remove("email")).rejects.toMatchObject({ name: "InvalidParameterException" });
    await remove("phone_number");
    expect(await signIn(pool, "taro")).toHaveProperty("IdToken");
  });
});

describe("SELECT_MFA_TYPE", () => {
  it("lets users with two factors and no preference choose, and asks for the preferred one otherwise", async () => {
    pool = await freshPool(bothFactors);
    await confirmedUser(pool, "taro");
    const { AccessToken } = await signIn(pool, "taro");
    await setNumber(pool, AccessToken);
    const secret = await associateApp(pool, AccessToken);
    const SoftwareTokenMfaSettings = { Enabled: true };
    await pool.sdk.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
    await preferSms(AccessToken, false);
    const choice = await challengeOf(pool, "taro");
    expect(choice).toMatchObject({
      ChallengeName: "SELECT_MFA_TYPE",
      ChallengeParameters: { MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' },
    });
    const choose = (ANSWER: string) =>
      respond(pool, "SELECT_MFA_TYPE", choice.Session, { USERNAME: "taro", ANSWER });
    await expect(choose("EMAIL_OTP")).rejects.toMatchObject({ name: "InvalidParameterException" });
    const app = await choose("SOFTWARE_TOKEN_MFA");
    expect(app.ChallengeName).toBe("SOFTWARE_TOKEN_MFA");
    const responses = { USERNAME: "taro", SOFTWARE_TOKEN_MFA_CODE: appCode(pool, secret) };
    const signedIn = await respond(pool, "SOFTWARE_TOKEN_MFA", app.Session, responses);
    expect(signedIn).toHaveProperty("AuthenticationResult");

    await preferSms(AccessToken, true);
    expect(await challengeOf(pool, "taro")).toMatchObject({ ChallengeName: "SMS_MFA" });
    const both = { Enabled: true, PreferredMfa: true };
    const twoFavourites = { AccessToken, SMSMfaSettings: both, SoftwareTokenMfaSettings: both };
    await expect(pool.sdk.send(new SetUserMFAPreferenceCommand(twoFavourites))).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
  });
});
