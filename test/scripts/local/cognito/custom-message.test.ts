import {
  AdminCreateUserCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetUserAttributeVerificationCodeCommand,
  ResendConfirmationCodeCommand,
  SetUserMFAPreferenceCommand,
  UpdateUserAttributesCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { CustomMessageTriggerEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import {
  ClientId,
  freshPool,
  passwordSignIn,
  region,
  signIn,
  signUp,
  type TestPool,
  userPoolId,
} from "./pool.ts";
import { bothFactors, setNumber } from "./second-factor.ts";

const Username = "taro";

async function poolWith(triggers: Parameters<typeof freshPool>[0]["triggers"]): Promise<TestPool> {
  return freshPool({ ...bothFactors, ...(triggers ? { triggers } : {}) });
}

const confirm = (pool: TestPool) =>
  pool.sdk.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: pool.latestCode() }));

describe("CustomMessage", () => {
  it("words every message, by what it is for", async () => {
    const events: CustomMessageTriggerEvent[] = [];
    const pool = await poolWith({
      customMessage: async (event) => {
        events.push(event);
        const { codeParameter, usernameParameter } = event.request;
        const text = `<p>${usernameParameter ?? ""}&amp;${event.triggerSource}</p>\n${codeParameter}<br>`;
        const response = { emailSubject: "件名", emailMessage: text, smsMessage: `SMS ${codeParameter}` };
        return { ...event, response };
      },
    });
    await signUp(pool, Username);
    const code = pool.latestCode();
    expect(pool.inbox).toEqual([
      {
        channel: "email",
        to: "taro@example.jp",
        subject: "件名",
        text: `&CustomMessage_SignUp\n${code}`,
        html: `<p>&amp;CustomMessage_SignUp</p>\n${code}<br>`,
        code,
      },
    ]);
    await pool.sdk.send(new ResendConfirmationCodeCommand({ ClientId, Username }));
    await confirm(pool);
    await pool.sdk.send(new ForgotPasswordCommand({ ClientId, Username, ClientMetadata: { from: "test" } }));
    const { AccessToken } = await signIn(pool, Username);
    const UserAttributes = [{ Name: "email", Value: "new@example.jp" }];
    await pool.sdk.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes }));
    const AttributeName = "email";
    await pool.sdk.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName }));
    await setNumber(pool, AccessToken);
    const SMSMfaSettings = { Enabled: true, PreferredMfa: true };
    await pool.sdk.send(new SetUserMFAPreferenceCommand({ AccessToken, SMSMfaSettings }));
    await pool.sdk.send(passwordSignIn(Username));
    expect(pool.inbox.at(-1)).toMatchObject({ channel: "sms", text: `SMS ${pool.latestCode()}` });
    const invited = [{ Name: "email", Value: "invited@example.jp" }];
    const invitation = { UserPoolId: userPoolId, Username: "jiro", UserAttributes: invited };
    await pool.sdk.send(new AdminCreateUserCommand(invitation));
    expect(pool.inbox.at(-1)?.text).toMatch(/^jiro&/);
    expect(events.map(({ triggerSource }) => triggerSource.replace("CustomMessage_", ""))).toEqual([
      "SignUp",
      "ResendCode",
      "ForgotPassword",
      "UpdateUserAttribute",
      "VerifyUserAttribute",
      "Authentication",
      "AdminCreateUser",
    ]);
    expect(events[2]).toEqual({
      version: "1",
      region,
      userPoolId,
      userName: Username,
      callerContext: { awsSdkVersion: expect.any(String), clientId: ClientId },
      triggerSource: "CustomMessage_ForgotPassword",
      request: {
        userAttributes: {
          sub: expect.any(String),
          "cognito:user_status": "CONFIRMED",
          email: "taro@example.jp",
          email_verified: "true",
        },
        codeParameter: "{####}",
        linkParameter: "{##Click Here##}",
        usernameParameter: null,
        clientMetadata: { from: "test" },
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    });
  });

  it("keeps the pool's words where it gives none, and refuses words without the code", async () => {
    let emailMessage: string | null = null;
    const pool = await poolWith({
      customMessage: async (event) => ({ ...event, response: { emailMessage } }),
    });
    await signUp(pool, Username);
    expect(pool.inbox.at(-1)?.text).toContain("確認コードは");
    emailMessage = "no code in here";
    const resend = new ResendConfirmationCodeCommand({ ClientId, Username });
    await expect(pool.sdk.send(resend)).rejects.toMatchObject({ name: "InvalidLambdaResponseException" });
    expect(pool.inbox).toHaveLength(1);
    await confirm(pool);
  });

  it("sends nothing when it throws", async () => {
    const pool = await poolWith({ customMessage: () => Promise.reject(new Error("not now")) });
    await expect(signUp(pool, Username)).rejects.toMatchObject({
      name: "UserLambdaValidationException",
      message: "CustomMessage failed with error not now.",
    });
    expect(pool.inbox).toEqual([]);
    expect(pool.emulator.users()).toMatchObject([{ status: "UNCONFIRMED" }]);
  });
});
