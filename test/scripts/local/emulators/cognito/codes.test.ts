/** The rules of mailed codes, which are the same for every purpose. Source: API reference; developer guide, "Quotas". */
import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetUserCommand,
  ResendConfirmationCodeCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { userPoolSettings } from "#infra/settings/user-pool.ts";
import {
  ClientId,
  confirmedUser,
  passwordSignIn,
  plainPasswords,
  signIn,
  signUp,
  startPools,
  type TestPool,
  wrongCode,
} from "./pool.ts";

const freshPool = startPools();
let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
});

const newPassword = "Battery-Staple-2";
const confirm = (ConfirmationCode: string, Username = "taro") =>
  pool.sdk.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
const resend = (Username = "taro") =>
  pool.sdk.send(new ResendConfirmationCodeCommand({ ClientId, Username }));
const forgot = () => pool.sdk.send(new ForgotPasswordCommand({ ClientId, Username: "taro" }));
const reset = (ConfirmationCode: string, Password = newPassword) =>
  pool.sdk.send(new ConfirmForgotPasswordCommand({ ClientId, Username: "taro", ConfirmationCode, Password }));
/** Of a new sign-in, for it lives for minutes. */
const token = async () => ({ AccessToken: (await signIn(pool, "taro")).AccessToken });
const update = async (Value: string) => {
  const UserAttributes = [{ Name: "email", Value }];
  return pool.sdk.send(new UpdateUserAttributesCommand({ ...(await token()), UserAttributes }));
};
const AttributeName = "email";
const sendToNew = async () => ({
  CodeDeliveryDetails: (await update("new@sample.jp")).CodeDeliveryDetailsList?.[0],
});
const verify = async (Code: string) =>
  pool.sdk.send(new VerifyUserAttributeCommand({ ...(await token()), AttributeName, Code }));

const expired = {
  name: "ExpiredCodeException",
  message: "Invalid code provided, please request a code again.",
};

describe.each([
  {
    purpose: "a sign-up",
    hours: 24,
    prepare: () => signUp(pool, "taro"),
    send: () => resend(),
    redeem: confirm,
    destination: "t***@e***",
    again: { message: "User cannot be confirmed. Current status is CONFIRMED" },
  },
  {
    purpose: "a forgotten password",
    hours: 1,
    prepare: () => confirmedUser(pool, "taro"),
    send: forgot,
    redeem: (code: string) => reset(code),
    destination: "t***@e***",
    again: expired,
  },
  {
    purpose: "a new address",
    hours: 24,
    prepare: () => confirmedUser(pool, "taro"),
    send: sendToNew,
    isUnlimited: true,
    redeem: verify,
    destination: "n***@s***",
    again: expired,
  },
])("a code for $purpose", ({ hours, prepare, send, redeem, destination, again, isUnlimited = false }) => {
  it("replaces the one before, is good for its hours, and once", async () => {
    await prepare();
    expect((await send()).CodeDeliveryDetails?.Destination).toBe(destination);
    const { text } = userPoolSettings.messages.verification;
    expect(pool.inbox.at(-1)?.text).toBe(text.replace("{####}", pool.latestCode()));
    pool.passMinutes(hours * 60);
    await expect(redeem(pool.latestCode())).rejects.toMatchObject(expired);
    await send();
    const old = pool.latestCode();
    await send();
    await expect(redeem(old === pool.latestCode() ? "none" : old)).rejects.toMatchObject({
      name: "CodeMismatchException",
      message: "Invalid verification code provided, please try again.",
    });
    await redeem(pool.latestCode());
    await expect(redeem(pool.latestCode())).rejects.toMatchObject(again);
  });

  it("is sent five times an hour where Cognito has a limit, and guessed fifteen times", async () => {
    await prepare();
    for (let time = 0; time < 5; time++) await send();
    if (isUnlimited) await send();
    else
      await expect(send()).rejects.toMatchObject({
        name: "LimitExceededException",
        message: "Attempt limit exceeded, please try after some time.",
      });
    for (let time = 0; time < 15; time++) {
      await expect(redeem(wrongCode(pool))).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    await expect(redeem(pool.latestCode())).rejects.toMatchObject({
      name: "TooManyFailedAttemptsException",
    });
    pool.passMinutes(60);
    await send();
    await redeem(pool.latestCode());
  });
});

it("a confirmed user gets no further code; the answer to a stranger tells nothing", async () => {
  await confirmedUser(pool, "taro");
  await expect(resend()).rejects.toMatchObject({
    name: "InvalidParameterException",
    message: "User is already confirmed.",
  });
  const { CodeDeliveryDetails } = await resend("nobody");
  expect(CodeDeliveryDetails?.Destination).toMatch(/^[a-z]\*\*\*@[a-z]\*\*\*$/);
  expect((await resend("NOBODY")).CodeDeliveryDetails).toEqual(CodeDeliveryDetails);
  expect(pool.inbox).toHaveLength(1);
});

it("a weak password leaves the code good, and a new password ends the lockout", async () => {
  await confirmedUser(pool, "taro");
  for (let time = 0; time < 5; time++) {
    await expect(pool.sdk.send(passwordSignIn("taro", "Wrong-Horse-1"))).rejects.toThrow();
  }
  await forgot();
  await expect(reset(pool.latestCode(), "weak-password")).rejects.toThrow("must have uppercase");
  await reset(pool.latestCode());
  await signIn(pool, "taro", newPassword);
});

it("a new address counts once proven, and is withdrawn by setting the old one", async () => {
  await confirmedUser(pool, "taro");
  const { AccessToken } = await signIn(pool, "taro");
  const addresses = async () => {
    const { UserAttributes = [] } = await pool.sdk.send(new GetUserCommand({ AccessToken }));
    return UserAttributes.filter(({ Name }) => Name?.startsWith("email")).map(({ Value }) => Value);
  };
  await update("new@sample.jp");
  expect(await addresses()).toEqual(["taro@example.jp", "true"]);
  expect((await update("taro@example.jp")).CodeDeliveryDetailsList).toEqual([]);
  await expect(verify(pool.latestCode())).rejects.toMatchObject(expired);
  await update("new@sample.jp");
  expect(pool.inbox.map(({ to }) => to)).toEqual(["taro@example.jp", "new@sample.jp", "new@sample.jp"]);
  await verify(pool.latestCode());
  expect(await addresses()).toEqual(["new@sample.jp", "true"]);
});
