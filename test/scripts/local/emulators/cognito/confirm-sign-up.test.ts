import {
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, it } from "vitest";
import {
  asDeployed,
  type Changes,
  ClientId,
  confirmedUser,
  plainPasswords,
  signUp,
  startPools,
  type TestPool,
  wrongCode,
} from "./pool.ts";

const freshPool = startPools();

let pool: TestPool;
const start = async (changes: Changes = asDeployed) => {
  pool = await freshPool(changes);
};

const confirm = (Username: string, ConfirmationCode: string) =>
  pool.sdk.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
const resend = (Username: string) => pool.sdk.send(new ResendConfirmationCodeCommand({ ClientId, Username }));

describe("ConfirmSignUp", () => {
  it("confirms with the right code, once", async () => {
    await start(plainPasswords);
    await confirmedUser(pool, "taro");
    expect(pool.emulator.users()).toMatchObject([
      { status: "CONFIRMED", attributes: { email_verified: "true" } },
    ]);
    await expect(confirm("taro", pool.latestCode())).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "User cannot be confirmed. Current status is CONFIRMED",
    });
  });

  it("refuses a wrong code, and after 15 of them even the right one, for an hour", async () => {
    await start();
    await signUp(pool, "taro");
    for (let attempt = 0; attempt < 15; attempt++) {
      await expect(confirm("taro", wrongCode(pool))).rejects.toMatchObject({
        name: "CodeMismatchException",
        message: "Invalid verification code provided, please try again.",
      });
    }
    await expect(confirm("TARO", pool.latestCode())).rejects.toMatchObject({
      name: "TooManyFailedAttemptsException",
    });
    pool.passMinutes(60);
    await confirm("taro", pool.latestCode());
  });

  it("takes a code for 24 hours", async () => {
    await start();
    await signUp(pool, "taro");
    pool.passMinutes(24 * 60);
    await expect(confirm("taro", pool.latestCode())).rejects.toMatchObject({
      name: "ExpiredCodeException",
      message: "Invalid code provided, please request a code again.",
    });
  });
});

describe("ResendConfirmationCode", () => {
  it("makes the old code worthless", async () => {
    await start();
    await signUp(pool, "taro");
    const old = pool.latestCode();
    const { CodeDeliveryDetails } = await resend("taro");
    expect(CodeDeliveryDetails?.Destination).toBe("t***@e***");
    if (old !== pool.latestCode()) {
      await expect(confirm("taro", old)).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    await confirm("taro", pool.latestCode());
  });

  it("sends five an hour", async () => {
    await start();
    await signUp(pool, "taro");
    for (let time = 0; time < 5; time++) await resend("taro");
    await expect(resend("taro")).rejects.toMatchObject({
      name: "LimitExceededException",
      message: "Attempt limit exceeded, please try after some time.",
    });
    expect(pool.inbox).toHaveLength(6);
    pool.passMinutes(60);
    await resend("taro");
  });

  it("refuses the confirmed and answers plausibly about the unknown", async () => {
    await start();
    await confirmedUser(pool, "taro");
    await expect(resend("taro")).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "User is already confirmed.",
    });
    const first = await resend("nobody");
    expect(first.CodeDeliveryDetails?.Destination).toMatch(/^[a-z]\*\*\*@[a-z]\*\*\*$/);
    expect((await resend("nobody")).CodeDeliveryDetails).toEqual(first.CodeDeliveryDetails);
    expect(pool.inbox).toHaveLength(1);
  });
});
