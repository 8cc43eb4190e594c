import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { PostConfirmationTriggerEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { type Changes, ClientId, freshPool, plainPasswords, signIn, signUp, type TestPool } from "./pool.ts";

const Username = "taro";
const Password = "Battery-Staple-2";

const poolWith = (triggers: NonNullable<Changes["triggers"]>) => freshPool({ ...plainPasswords, triggers });

const confirm = (pool: TestPool) =>
  pool.sdk.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: pool.latestCode() }));

describe("PostConfirmation", () => {
  const reset = async (pool: TestPool) => {
    await pool.sdk.send(new ForgotPasswordCommand({ ClientId, Username }));
    const ConfirmationCode = pool.latestCode();
    return pool.sdk.send(
      new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }),
    );
  };

  it("runs after a sign-up and after a reset", async () => {
    const events: PostConfirmationTriggerEvent[] = [];
    const pool = await poolWith({
      postConfirmation: async (event) => {
        events.push(event);
        return event;
      },
    });
    await signUp(pool, Username);
    await confirm(pool);
    await reset(pool);
    expect(events).toMatchObject([
      {
        triggerSource: "PostConfirmation_ConfirmSignUp",
        request: { userAttributes: { "cognito:user_status": "CONFIRMED", email_verified: "true" } },
      },
      { triggerSource: "PostConfirmation_ConfirmForgotPassword", userName: Username },
    ]);
  });

  it("undoes nothing by throwing", async () => {
    const pool = await poolWith({ postConfirmation: () => Promise.reject(new Error("late")) });
    await signUp(pool, Username);
    const failure = {
      name: "UserLambdaValidationException",
      message: "PostConfirmation failed with error late.",
    };
    await expect(confirm(pool)).rejects.toMatchObject(failure);
    await expect(reset(pool)).rejects.toMatchObject(failure);
    expect(await signIn(pool, Username, Password)).toHaveProperty("IdToken");
  });
});
