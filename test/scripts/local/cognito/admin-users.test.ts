import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  ConfirmForgotPasswordCommand,
  DeleteUserCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
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

const newPassword = "Battery-Staple-2";
const taro = { UserPoolId, Username: "taro" };
let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
  await confirmedUser(pool, "taro");
});

const getUser = (AccessToken: string) => pool.sdk.send(new GetUserCommand({ AccessToken }));
const refresh = (RefreshToken: string) =>
  pool.sdk.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));

describe("administrators", () => {
  it("sign a user out everywhere", async () => {
    const [one, two] = [await signIn(pool, "taro"), await signIn(pool, "taro")];
    const limited = pool.connect(credentials.limited);
    await expect(limited.send(new AdminUserGlobalSignOutCommand(taro))).rejects.toMatchObject({
      name: "AccessDeniedException",
    });
    await pool.sdk.send(new AdminUserGlobalSignOutCommand(taro));
    for (const { AccessToken, RefreshToken } of [one, two]) {
      await expect(getUser(AccessToken)).rejects.toThrow("Access Token has been revoked");
      await expect(refresh(RefreshToken)).rejects.toThrow("Refresh Token has been revoked");
    }
    expect(await signIn(pool, "taro")).toHaveProperty("IdToken");
  });

  it("set a password, for good or until the next sign-in, and sign nobody out by it", async () => {
    const { AccessToken } = await signIn(pool, "taro");
    const set = (Password: string, Permanent: boolean) =>
      pool.sdk.send(new AdminSetUserPasswordCommand({ ...taro, Password, Permanent }));
    await expect(set("short", true)).rejects.toMatchObject({ name: "InvalidPasswordException" });
    await set(newPassword, true);
    expect(await signIn(pool, "taro", newPassword)).toHaveProperty("IdToken");
    await set(password, false);
    expect(await pool.sdk.send(passwordSignIn("taro"))).toMatchObject({
      ChallengeName: "NEW_PASSWORD_REQUIRED",
    });
    expect(await getUser(AccessToken)).toMatchObject({ Username: "taro" });
  });

  it("reset a password: nothing but the mailed code helps", async () => {
    await pool.sdk.send(new AdminResetUserPasswordCommand(taro));
    await expect(pool.sdk.send(passwordSignIn("taro"))).rejects.toMatchObject({
      name: "PasswordResetRequiredException",
      message: "Password reset required for the user",
    });
    await expect(pool.sdk.send(passwordSignIn("taro", "Wrong-Horse-1"))).rejects.toThrow("Incorrect");
    const ConfirmationCode = pool.latestCode();
    await pool.sdk.send(
      new ConfirmForgotPasswordCommand({
        ClientId,
        Username: "taro",
        ConfirmationCode,
        Password: newPassword,
      }),
    );
    expect(await signIn(pool, "taro", newPassword)).toHaveProperty("IdToken");
  });

  it("disable and enable a user", async () => {
    const { AccessToken } = await signIn(pool, "taro");
    await pool.sdk.send(new AdminDisableUserCommand(taro));
    await expect(getUser(AccessToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    await expect(pool.sdk.send(passwordSignIn("taro"))).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "User is disabled.",
    });
    await pool.sdk.send(new AdminEnableUserCommand(taro));
    expect(await signIn(pool, "taro")).toHaveProperty("IdToken");
  });

  it("change an address: vouched for at once, by code otherwise", async () => {
    const update = (UserAttributes: { Name: string; Value: string }[]) =>
      pool.sdk.send(new AdminUpdateUserAttributesCommand({ ...taro, UserAttributes }));
    await update([
      { Name: "email", Value: "vouched@example.jp" },
      { Name: "email_verified", Value: "true" },
    ]);
    expect(pool.inbox).toHaveLength(1);
    expect(pool.emulator.users()).toMatchObject([{ attributes: { email: "vouched@example.jp" } }]);
    await update([{ Name: "email", Value: "waiting@example.jp" }]);
    expect(pool.inbox.at(-1)).toMatchObject({ to: "waiting@example.jp" });
    expect(pool.emulator.users()).toMatchObject([
      { attributes: { email: "vouched@example.jp" }, pendingAttributes: { email: "waiting@example.jp" } },
    ]);
    await expect(update([{ Name: "sub", Value: "x" }])).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
  });

  it("delete a user, as the user may", async () => {
    const { AccessToken, RefreshToken } = await signIn(pool, "taro");
    await pool.sdk.send(new AdminDeleteUserCommand(taro));
    await expect(getUser(AccessToken)).rejects.toMatchObject({ name: "UserNotFoundException" });
    await expect(refresh(RefreshToken)).rejects.toThrow();
    await confirmedUser(pool, "taro");
    const again = await signIn(pool, "taro");
    await pool.sdk.send(new DeleteUserCommand({ AccessToken: again.AccessToken }));
    await expect(pool.sdk.send(passwordSignIn("taro"))).rejects.toThrow("Incorrect username or password.");
  });
});
