/** Commands for a customer who lost a device, or whose session somebody else may have. */
import { hostname, userInfo } from "node:os";
import {
  AdminGetUserCommand,
  AdminListDevicesCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  InitiateAuthCommand,
  NotAuthorizedException,
  RespondToAuthChallengeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { addPasskey, authenticatorCode, switchOnAuthenticator } from "#scripts/local/seed/sign-in-methods.ts";
import { accountState } from "#test/functions/support/accounts.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startOperator } from "#test/scripts/support/operator.ts";
import { cognitoOf, enterPassword, signInAs } from "#test/scripts/support/sign-in.ts";
import { confirmDeviceCommand } from "#test/support/srp-client.ts";

const { userPoolId: UserPoolId, clientId: ClientId } = identifiers;
const desk = await startOperator();
const { portal } = desk;
const cognito = cognitoOf(portal);

test("a customer's sessions end in the pool, and no earlier password is recent", async () => {
  const owner = await desk.createCustomer();
  portal.requests.clear();
  await desk.run("end-sessions", owner.loginId, "--reason", "貸与端末の紛失");
  const signOuts = portal.requests
    .list("cognito")
    .filter(({ operation }) => operation === "AdminUserGlobalSignOut");
  expect(signOuts.map(({ status, body }) => [status, JSON.parse(body).Username])).toEqual([[200, owner.sub]]);
  expect(await desk.trailOf(owner)).toContainEqual(
    expect.objectContaining({ action: "sessions-ended", reason: "貸与端末の紛失" }),
  );
  expect(await portal.item(`ACTIVITY#${owner.sub}`, "PASSWORD")).toHaveProperty("signedOutAt");
  expect(await accountState(portal, owner)).toBe("enabled");
});

const asked = async ({ loginId }: Owner) => {
  const AuthParameters = { USERNAME: loginId, PREFERRED_CHALLENGE: "WEB_AUTHN" };
  const command = new InitiateAuthCommand({ ClientId, AuthFlow: "USER_AUTH", AuthParameters });
  return (await cognito.send(command)).ChallengeName;
};
const remove = (loginId: string) =>
  desk.run("remove-passkeys", loginId, "--reason", "端末の盗難、折り返して確認");

test("every passkey goes, with password and sessions; the customer is mailed once", async () => {
  const owner = await desk.signedUp();
  const { accessToken: AccessToken } = await signInAs(portal, owner.loginId);
  await addPasskey(cognito, AccessToken);
  await addPasskey(cognito, AccessToken);
  const body = { access_token: AccessToken };
  expect((await portal.call("sign-in-methods", { by: owner, body })).status).toBe(200);
  expect(await asked(owner)).toBe("WEB_AUTHN");

  portal.requests.clear();
  await remove(owner.loginId);
  // By sub: another account may have the login ID by then.
  const named = portal.requests
    .list("cognito")
    .filter(({ operation }) => ["AdminSetUserPassword", "AdminUserGlobalSignOut"].includes(operation))
    .map(({ body }) => JSON.parse(body).Username);
  expect(named).toEqual([owner.sub, owner.sub]);
  expect(await asked(owner)).toBe("SELECT_CHALLENGE");
  await expect(cognito.send(new GetUserCommand({ AccessToken }))).rejects.toThrow("revoked");
  await expect(signInAs(portal, owner.loginId)).rejects.toThrow("Incorrect username or password.");
  // A thief's token of a minute ago is no recent password any more.
  expect(await portal.item(`ACTIVITY#${owner.sub}`, "PASSWORD")).toHaveProperty("at");
  const removal = { action: "passkeys-removed", reason: "端末の盗難、折り返して確認" };
  expect(await desk.trailOf(owner)).toContainEqual(expect.objectContaining(removal));
  await desk.reconcile();
  const removals = portal.inbox.list(owner.email).filter(({ subject }) => subject?.includes("パスキー削除"));
  expect(removals).toHaveLength(1);
});

test("passkeys of a customer with the authenticator app are not removed", async () => {
  const owner = await desk.signedUp();
  const { accessToken } = await signInAs(portal, owner.loginId);
  await switchOnAuthenticator(cognito, accessToken);
  await expect(remove(owner.loginId)).rejects.toThrow("run reset-authenticator first");
  expect(await desk.trailOf(owner)).toHaveLength(1);
});

/** A remembered device's refresh token is taken with its key alone. */
type Session = Record<"RefreshToken" | "DeviceKey", string>;
const refresh = (session: Session) =>
  cognito.send(new GetTokensFromRefreshTokenCommand({ ClientId, ...session }));
const reset = ({ loginId }: Owner) =>
  desk.run("reset-authenticator", loginId, "--reason", "お客様が端末を紛失");
const resetsOf = async (owner: Owner) =>
  (await desk.trailOf(owner)).filter(({ action }) => action === "authenticator-reset");

/** Somebody who signs in with an app, on a browser that is remembered. */
async function withAuthenticator(): Promise<[owner: Owner, session: Session]> {
  const owner = await desk.signedUp();
  const { loginId: USERNAME } = owner;
  const secret = await switchOnAuthenticator(cognito, (await signInAs(portal, USERNAME)).accessToken);
  const { ChallengeName, Session } = await enterPassword(portal, USERNAME);
  expect(ChallengeName).toBe("SOFTWARE_TOKEN_MFA");
  const ChallengeResponses = { USERNAME, SOFTWARE_TOKEN_MFA_CODE: authenticatorCode(secret) };
  const answer = { ClientId, ChallengeName: "SOFTWARE_TOKEN_MFA", Session, ChallengeResponses } as const;
  const { AuthenticationResult: tokens } = await cognito.send(new RespondToAuthChallengeCommand(answer));
  const DeviceKey = tokens?.NewDeviceMetadata?.DeviceKey ?? "";
  await cognito.send(confirmDeviceCommand(tokens?.AccessToken ?? "", DeviceKey));
  return [owner, { RefreshToken: tokens?.RefreshToken ?? "", DeviceKey }];
}

test("a customer who lost the app signs in by password alone; other sessions end", async () => {
  const [owner, session] = await withAuthenticator();
  await refresh(session);
  portal.requests.clear();
  await reset(owner);
  // By sub: another account may have the login ID by then.
  const named = portal.requests
    .list("cognito")
    .filter(({ operation }) => operation.startsWith("Admin") && operation !== "AdminGetUser")
    .map(({ operation, body }): [string, string] => [operation, JSON.parse(body).Username]);
  expect(Object.fromEntries(named)).toEqual({
    AdminListDevices: owner.sub,
    AdminForgetDevice: owner.sub,
    AdminUserGlobalSignOut: owner.sub,
    AdminSetUserMFAPreference: owner.sub,
  });
  const account = { UserPoolId, Username: owner.loginId };
  expect((await cognito.send(new AdminGetUserCommand(account))).UserMFASettingList ?? []).toEqual([]);
  expect((await cognito.send(new AdminListDevicesCommand(account))).Devices).toEqual([]);
  await expect(refresh(session)).rejects.toBeInstanceOf(NotAuthorizedException);
  expect((await signInAs(portal, owner.loginId)).accessToken).toBeTruthy();
  const operator = `${userInfo().username}@${hostname()}`;
  const { accessKeyId } = portal.operator;
  expect(await resetsOf(owner)).toMatchObject([{ operator, accessKeyId, reason: "お客様が端末を紛失" }]);
  const mails = (await desk.outboxOf(owner)).filter(({ template }) => template === "authenticator-reset");
  expect(mails).toMatchObject([{ to: owner.email }]);
});

test("run again after it broke off anywhere, it goes on, and leaves its trace first", async () => {
  for (const operation of ["AdminForgetDevice", "AdminUserGlobalSignOut", "AdminSetUserMFAPreference"]) {
    const [owner, session] = await withAuthenticator();
    portal.faults.add({ service: "cognito", operation, status: 500, times: 3, after: true });
    await expect(reset(owner)).rejects.toThrow();
    portal.faults.clear();
    expect(await resetsOf(owner)).toHaveLength(1);
    // The app goes last: then there is nothing left to do.
    const again = reset(owner);
    if (operation === "AdminSetUserMFAPreference")
      await expect(again).rejects.toThrow("has no authenticator app: nothing was changed");
    else await again;
    await expect(refresh(session)).rejects.toBeInstanceOf(NotAuthorizedException);
    expect((await signInAs(portal, owner.loginId)).accessToken).toBeTruthy();
  }
});
