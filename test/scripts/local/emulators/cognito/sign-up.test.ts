import { ChangePasswordCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { PreSignUpTriggerEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import {
  asDeployed,
  ClientId,
  confirmedUser,
  password,
  passwordSignIn,
  plainPasswords,
  region,
  signIn,
  signUp,
  signUpCommand,
  startPools,
  userPoolId,
} from "./pool.ts";

const freshPool = startPools();

describe("SignUp", () => {
  it.each([
    ["Short-1", "Password not long enough"],
    ["lower-case-1", "Password must have uppercase characters"],
    ["UPPER-CASE-1", "Password must have lowercase characters"],
    ["No-Number-At-All", "Password must have numeric characters"],
    ["NoSymbolAtAll1", "Password must have symbol characters"],
  ])("refuses the password %s", async (weak, problem) => {
    const pool = await freshPool(asDeployed);
    await expect(pool.sdk.send(signUpCommand("taro", "taro@example.jp", weak))).rejects.toMatchObject({
      name: "InvalidPasswordException",
      message: `Password did not conform with policy: ${problem}`,
    });
  });

  const schema = "Attributes did not conform to the schema: ";
  it.each([
    [undefined, "InvalidParameterException", `${schema}email: The attribute is required\n`],
    [{ Name: "email", Value: "taro" }, "InvalidParameterException", "Invalid email address format."],
    [
      { Name: "email_verified", Value: "true" },
      "NotAuthorizedException",
      "A client attempted to write unauthorized attribute",
    ],
    [
      { Name: "custom:plan", Value: "standard" },
      "InvalidParameterException",
      `${schema}custom:plan: Attribute does not exist in the schema.\n`,
    ],
  ])("refuses the attributes %j", async (attribute, name, message) => {
    const pool = await freshPool(asDeployed);
    const command = signUpCommand("taro");
    command.input.UserAttributes = attribute ? [attribute] : [];
    await expect(pool.sdk.send(command)).rejects.toMatchObject({ name, message });
  });

  it("accepts a name once, in any case", async () => {
    const pool = await freshPool(asDeployed);
    await signUp(pool, "Taro");
    await expect(signUp(pool, "tARO", "other@example.jp")).rejects.toMatchObject({
      name: "UsernameExistsException",
      message: "User already exists",
    });
  });
});

it("ChangePassword refuses a wrong old password and a weak new one, 5 times an hour", async () => {
  const pool = await freshPool(plainPasswords);
  await confirmedUser(pool, "taro");
  const { AccessToken } = await signIn(pool, "taro");
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    pool.sdk.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
  await expect(change("Wrong-Horse-1", password)).rejects.toMatchObject({
    name: "NotAuthorizedException",
    message: "Incorrect username or password.",
  });
  await expect(change(password, "Short-1")).rejects.toMatchObject({ name: "InvalidPasswordException" });
  for (let time = 0; time < 3; time++) await change(password, password);
  await expect(change(password, password)).rejects.toMatchObject({ name: "LimitExceededException" });
});

describe("a trigger", () => {
  it("gets the real event", async () => {
    let event: PreSignUpTriggerEvent | undefined;
    const pool = await freshPool({ triggers: { preSignUp: async (given) => (event = given) } });
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

  it("stops the sign-up, or the sign-in, by throwing", async () => {
    const refuse = () => Promise.reject(new Error("letters and digits only"));
    const strict = await freshPool({ triggers: { preSignUp: refuse } });
    await expect(signUp(strict, "taro_1")).rejects.toMatchObject({
      name: "UserLambdaValidationException",
      message: "PreSignUp failed with error letters and digits only.",
    });
    expect(strict.emulator.users()).toEqual([]);
    const pool = await freshPool({ ...plainPasswords, triggers: { postAuthentication: refuse } });
    await confirmedUser(pool, "taro");
    await expect(pool.sdk.send(passwordSignIn("taro"))).rejects.toMatchObject({
      name: "UserLambdaValidationException",
      message: "PostAuthentication failed with error letters and digits only.",
    });
  });
});
