import type { PreSignUpTriggerEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { userPoolSettings } from "#infra/settings/user-pool.ts";
import {
  asDeployed,
  type Changes,
  ClientId,
  confirmedUser,
  plainPasswords,
  region,
  signIn,
  signUp,
  signUpCommand,
  startPools,
  type TestPool,
  userPoolId,
} from "./pool.ts";

const freshPool = startPools();

let pool: TestPool;
const start = async (changes: Changes = asDeployed) => {
  pool = await freshPool(changes);
};

describe("SignUp", () => {
  it("makes an unconfirmed user and mails a six-digit code in the pool's words", async () => {
    await start();
    const answer = await signUp(pool, "Taro");
    expect(answer).toMatchObject({
      UserConfirmed: false,
      UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CodeDeliveryDetails: { AttributeName: "email", DeliveryMedium: "EMAIL", Destination: "t***@e***" },
    });
    const { subject, text } = userPoolSettings.messages.verification;
    const code = pool.latestCode();
    expect(code).toMatch(/^\d{6}$/);
    expect(pool.inbox).toEqual([
      { channel: "email", to: "taro@example.jp", subject, text: text.replace("{####}", code), code },
    ]);
  });

  it.each([
    ["Short-1", "Password not long enough"],
    ["lower-case-1", "Password must have uppercase characters"],
    ["UPPER-CASE-1", "Password must have lowercase characters"],
    ["No-Number-At-All", "Password must have numeric characters"],
    ["NoSymbolAtAll1", "Password must have symbol characters"],
  ])("refuses the password %s", async (weak, problem) => {
    await start();
    await expect(pool.sdk.send(signUpCommand("taro", "taro@example.jp", weak))).rejects.toMatchObject({
      name: "InvalidPasswordException",
      message: `Password did not conform with policy: ${problem}`,
    });
  });

  it("accepts a name once, in any case, and stores it as typed", async () => {
    await start(plainPasswords);
    await confirmedUser(pool, "Taro");
    await expect(signUp(pool, "tARO", "other@example.jp")).rejects.toMatchObject({
      name: "UsernameExistsException",
      message: "User already exists",
    });
    const { IdToken } = await signIn(pool, "TARO");
    const claims = JSON.parse(Buffer.from(IdToken.split(".")[1] ?? "", "base64url").toString());
    expect(claims["cognito:username"]).toBe("Taro");
  });

  it.each([
    [
      [],
      "InvalidParameterException",
      "Attributes did not conform to the schema: email: The attribute is required\n",
    ],
    [[{ Name: "email", Value: "taro" }], "InvalidParameterException", "Invalid email address format."],
    [
      [{ Name: "email_verified", Value: "true" }],
      "NotAuthorizedException",
      "A client attempted to write unauthorized attribute",
    ],
    [
      [{ Name: "custom:plan", Value: "standard" }],
      "InvalidParameterException",
      "Attributes did not conform to the schema: custom:plan: Attribute does not exist in the schema.\n",
    ],
  ])("refuses the attributes %j", async (UserAttributes, name, message) => {
    await start();
    const command = signUpCommand("taro");
    command.input.UserAttributes = UserAttributes;
    await expect(pool.sdk.send(command)).rejects.toMatchObject({ name, message });
  });
});

describe("the pre-sign-up trigger", () => {
  it("gets the real event", async () => {
    let event: PreSignUpTriggerEvent | undefined;
    await start({
      triggers: {
        async preSignUp(given) {
          event = given;
          return given;
        },
      },
    });
    const command = signUpCommand("Taro");
    command.input.ClientMetadata = { source: "portal" };
    await pool.sdk.send(command);
    expect(event).toEqual({
      version: "1",
      region,
      userPoolId,
      userName: "Taro",
      callerContext: { awsSdkVersion: expect.any(String), clientId: ClientId },
      triggerSource: "PreSignUp_SignUp",
      request: { userAttributes: { email: "taro@example.jp" }, clientMetadata: { source: "portal" } },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
  });

  it("stops the sign-up by throwing", async () => {
    await start({ triggers: { preSignUp: () => Promise.reject(new Error("letters and digits only")) } });
    await expect(signUp(pool, "taro_1")).rejects.toMatchObject({
      name: "UserLambdaValidationException",
      message: "PreSignUp failed with error letters and digits only.",
    });
    expect(pool.emulator.users()).toEqual([]);
  });
});
