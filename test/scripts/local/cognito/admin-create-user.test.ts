import {
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  ForgotPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { credentials } from "../support/principals.ts";
import {
  ClientId,
  confirmedUser,
  freshPool,
  password,
  passwordSignIn,
  plainPasswords,
  signIn,
  type TestPool,
  userPoolId as UserPoolId,
} from "./pool.ts";
import { challengeOf, respond } from "./second-factor.ts";

const ownPassword = "Battery-Staple-2";
const email = { Name: "email", Value: "hanako@example.jp" };
let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
});

const create = (input: Partial<AdminCreateUserCommandInput> = {}) =>
  pool.sdk.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: "Hanako",
      TemporaryPassword: password,
      UserAttributes: [email, { Name: "email_verified", Value: "true" }],
      ...input,
    }),
  );
const choose = (Session: string, NEW_PASSWORD: string, more: Record<string, string> = {}) =>
  respond(pool, "NEW_PASSWORD_REQUIRED", Session, { USERNAME: "hanako", NEW_PASSWORD, ...more });

describe("AdminCreateUser", () => {
  it("makes a user who must change the password, and mails it", async () => {
    const { User } = await create({ DesiredDeliveryMediums: ["EMAIL"] });
    expect(User).toMatchObject({
      Username: "Hanako",
      UserStatus: "FORCE_CHANGE_PASSWORD",
      Enabled: true,
      Attributes: expect.arrayContaining([email]),
    });
    expect(pool.inbox).toMatchObject([
      {
        to: "hanako@example.jp",
        subject: "Your temporary password",
        text: `Your username is Hanako and temporary password is ${password}.`,
      },
    ]);
    await expect(create()).rejects.toMatchObject({ name: "UsernameExistsException" });
    await expect(
      pool.sdk.send(new ForgotPasswordCommand({ ClientId, Username: "hanako" })),
    ).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "User password cannot be reset in the current state.",
    });
  });

  it("invents a password that fits the policy, sends another one on request, or none at all", async () => {
    await create({ MessageAction: "SUPPRESS" });
    expect(pool.inbox).toEqual([]);
    const resend = { UserPoolId, Username: "hanako", MessageAction: "RESEND" } as const;
    await pool.sdk.send(new AdminCreateUserCommand(resend));
    await expect(pool.sdk.send(passwordSignIn("hanako"))).rejects.toThrow("Incorrect username or password.");
    const invented = pool.latestCode();
    const { ChallengeName } = await pool.sdk.send(passwordSignIn("hanako", invented));
    expect(ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
    await confirmedUser(pool, "taro");
    await expect(create({ Username: "taro", MessageAction: "RESEND" })).rejects.toMatchObject({
      name: "UnsupportedUserStateException",
    });
    await expect(create({ Username: "nobody", MessageAction: "RESEND" })).rejects.toMatchObject({
      name: "UserNotFoundException",
    });
  });

  it("asks the pre-sign-up trigger and IAM", async () => {
    const limited = pool.connect(credentials.limited);
    const command = new AdminCreateUserCommand({ UserPoolId, Username: "hanako" });
    await expect(limited.send(command)).rejects.toMatchObject({ name: "AccessDeniedException" });
    let source = "";
    pool = await freshPool({
      triggers: {
        preSignUp: async ({ triggerSource }) => {
          source = triggerSource;
          throw new Error("no");
        },
      },
    });
    await expect(create()).rejects.toMatchObject({ message: "PreSignUp failed with error no." });
    expect(source).toBe("PreSignUp_AdminCreateUser");
    expect(pool.emulator.users()).toEqual([]);
  });
});

describe("NEW_PASSWORD_REQUIRED", () => {
  it("takes a password of the policy, keeps the session for another try, and signs in", async () => {
    await create();
    const { Session, ChallengeName, ChallengeParameters } = await challengeOf(pool, "hanako");
    expect(ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
    expect(ChallengeParameters).toMatchObject({ USER_ID_FOR_SRP: "Hanako", requiredAttributes: "[]" });
    expect(JSON.parse(ChallengeParameters.userAttributes ?? "")).toMatchObject({ email: email.Value });
    await expect(choose(Session, "short")).rejects.toMatchObject({
      name: "InvalidPasswordException",
      message: "Password did not conform with policy: Password not long enough",
    });
    const changed = { "userAttributes.email": "other@example.jp" };
    await expect(choose(Session, ownPassword, changed)).rejects.toThrow(
      "Cannot modify an already provided email",
    );
    expect(await choose(Session, ownPassword)).toHaveProperty("AuthenticationResult");
    expect(await signIn(pool, "hanako", ownPassword)).toHaveProperty("IdToken");
    expect(pool.emulator.users()).toMatchObject([{ status: "CONFIRMED" }]);
  });

  it("asks for required attributes that are missing", async () => {
    await create({ UserAttributes: [] });
    const { Session, ChallengeParameters } = await challengeOf(pool, "hanako");
    expect(ChallengeParameters.requiredAttributes).toBe('["userAttributes.email"]');
    await expect(choose(Session, ownPassword)).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "Invalid attributes given, email is missing",
    });
    const given = { "userAttributes.email": email.Value };
    expect(await choose(Session, ownPassword, given)).toHaveProperty("AuthenticationResult");
    expect(pool.emulator.users()).toMatchObject([{ attributes: { email: email.Value } }]);
  });

  it("comes too late after a week", async () => {
    await create();
    pool.passMinutes(7 * 24 * 60 - 1);
    expect(await challengeOf(pool, "hanako")).toMatchObject({ ChallengeName: "NEW_PASSWORD_REQUIRED" });
    pool.passMinutes(1);
    await expect(pool.sdk.send(passwordSignIn("hanako"))).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Temporary password has expired and must be reset by an administrator.",
    });
  });
});
