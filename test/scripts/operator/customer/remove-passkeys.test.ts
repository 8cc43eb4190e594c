import { GetUserCommand, InitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startOperator } from "#test/scripts/support/operator.ts";
import { addApp, cognitoOf, signInAs } from "#test/scripts/support/sign-in.ts";
import { addPasskey } from "#test/support/authenticator.ts";

const desk = await startOperator();
const { portal } = desk;
const cognito = cognitoOf(portal);
const asked = async ({ loginId }: Owner) => {
  const AuthParameters = { USERNAME: loginId, PREFERRED_CHALLENGE: "WEB_AUTHN" };
  const command = new InitiateAuthCommand({
    ClientId: identifiers.clientId,
    AuthFlow: "USER_AUTH",
    AuthParameters,
  });
  return (await cognito.send(command)).ChallengeName;
};
const remove = (loginId: string) =>
  desk.run("remove-passkeys", loginId, "--reason", "端末の盗難、折り返して確認", "--yes");

let owner: Owner;
beforeEach(async () => {
  owner = await desk.signedUp();
});

test("every passkey goes, the password and the sessions with them; the customer is mailed once", async () => {
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

test("with the authenticator app on it is refused, and nothing changes", async () => {
  const { accessToken } = await signInAs(portal, owner.loginId);
  await addApp(cognito, accessToken);
  await expect(remove(owner.loginId)).rejects.toThrow("run reset-authenticator first");
  expect(await desk.trailOf(owner)).toHaveLength(1);
});
