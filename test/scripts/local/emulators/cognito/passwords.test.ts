import {
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, it } from "vitest";
import { srpSignIn } from "#test/support/srp-client.ts";
import {
  type Changes,
  ClientId,
  confirmedUser,
  password,
  passwordSignIn,
  plainPasswords,
  signIn,
  startPools,
  type TestPool,
  wrongCode,
} from "./pool.ts";

const freshPool = startPools();

const newPassword = "Battery-Staple-2";

let pool: TestPool;
async function start(changes: Changes = plainPasswords): Promise<void> {
  pool = await freshPool(changes);
  await confirmedUser(pool, "taro");
}

const forgot = (Username: string) => pool.sdk.send(new ForgotPasswordCommand({ ClientId, Username }));
const reset = (ConfirmationCode: string, Password = newPassword, Username = "taro") =>
  pool.sdk.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }));
const change = (AccessToken: string, PreviousPassword: string, ProposedPassword: string) =>
  pool.sdk.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));

describe("a forgotten password", () => {
  it("is replaced with the mailed code, and a lockout ends", async () => {
    await start();
    for (let time = 0; time < 5; time++) {
      await expect(pool.sdk.send(passwordSignIn("taro", "Wrong-Horse-1"))).rejects.toThrow();
    }
    expect((await forgot("TARO")).CodeDeliveryDetails?.Destination).toBe("t***@e***");
    await reset(pool.latestCode());
    await srpSignIn(pool, "taro", newPassword);
    await expect(signIn(pool, "taro", password)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });

  it("needs the latest code, within the hour, and takes it once", async () => {
    await start();
    await expect(reset("123456")).rejects.toMatchObject({ name: "ExpiredCodeException" });
    await forgot("taro");
    const old = pool.latestCode();
    await forgot("taro");
    if (old !== pool.latestCode()) {
      await expect(reset(old)).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    await reset(pool.latestCode());
    await expect(reset(pool.latestCode())).rejects.toMatchObject({ name: "ExpiredCodeException" });
    await forgot("taro");
    pool.passMinutes(60);
    await expect(reset(pool.latestCode())).rejects.toMatchObject({
      name: "ExpiredCodeException",
      message: "Invalid code provided, please request a code again.",
    });
  });

  it("keeps the code when the new password is too weak", async () => {
    await start();
    await forgot("taro");
    await expect(reset(pool.latestCode(), "weak-password")).rejects.toMatchObject({
      name: "InvalidPasswordException",
      message: "Password did not conform with policy: Password must have uppercase characters",
    });
    await reset(pool.latestCode());
  });

  it("limits requests and guesses", async () => {
    await start();
    for (let time = 0; time < 5; time++) await forgot("taro");
    await expect(forgot("taro")).rejects.toMatchObject({ name: "LimitExceededException" });
    for (let time = 0; time < 15; time++) {
      await expect(reset(wrongCode(pool))).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    await expect(reset(pool.latestCode())).rejects.toMatchObject({ name: "TooManyFailedAttemptsException" });
  });
});

describe("ChangePassword", () => {
  it("replaces the password; who is signed in stays so", async () => {
    await start();
    const { AccessToken } = await signIn(pool, "taro");
    await change(AccessToken, password, newPassword);
    await srpSignIn(pool, "taro", newPassword);
    await expect(srpSignIn(pool, "taro", password)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    await change(AccessToken, newPassword, password);
  });

  it("refuses a wrong old password and a weak new one, five times an hour", async () => {
    await start();
    const { AccessToken } = await signIn(pool, "taro");
    await expect(change(AccessToken, "Wrong-Horse-1", newPassword)).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Incorrect username or password.",
    });
    await expect(change(AccessToken, password, "Short-1")).rejects.toMatchObject({
      name: "InvalidPasswordException",
      message: "Password did not conform with policy: Password not long enough",
    });
    for (let time = 0; time < 3; time++) await change(AccessToken, password, password);
    await expect(change(AccessToken, password, newPassword)).rejects.toMatchObject({
      name: "LimitExceededException",
      message: "Attempt limit exceeded, please try after some time.",
    });
  });
});
