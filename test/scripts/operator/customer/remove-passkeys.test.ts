import {
  AdminInitiateAuthCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  GetUserCommand,
  InitiateAuthCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, expect, test } from "vitest";
import { handler as signInMethods } from "#functions/api/sign-in-methods.ts";
import { codeOfStep, stepAt } from "#scripts/local/emulators/cognito/mfa/software-token.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { eventOf } from "#test/functions/support/events.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { claimsOf } from "#test/functions/support/people.ts";
import { startOperator } from "#test/scripts/support/operator.ts";
import { addPasskey } from "#test/support/authenticator.ts";

const desk = await startOperator();
const { portal } = desk;
const { userPoolId: UserPoolId, canaryClientId, clientId, region } = identifiers;
const sdk = new CognitoIdentityProviderClient({
  region,
  endpoint: portal.settings.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? "",
  credentials: portal.operator,
});

async function signIn({ loginId }: Payer): Promise<string> {
  const { AuthenticationResult } = await sdk.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId: canaryClientId,
      AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: loginId, PASSWORD: "Correct-Horse-1" },
    }),
  );
  return AuthenticationResult?.AccessToken ?? "";
}
const asked = async ({ loginId }: Payer) => {
  const AuthParameters = { USERNAME: loginId, PREFERRED_CHALLENGE: "WEB_AUTHN" };
  const command = new InitiateAuthCommand({ ClientId: clientId, AuthFlow: "USER_AUTH", AuthParameters });
  return (await sdk.send(command)).ChallengeName;
};
const remove = (loginId: string) =>
  desk.run("remove-passkeys", loginId, "--reason", "端末の盗難、折り返して確認", "--yes");

let owner: Payer;
beforeEach(async () => {
  owner = await desk.signedUp();
});

test("every passkey goes, the password and the sessions with them; the customer is mailed once", async () => {
  const AccessToken = await signIn(owner);
  await addPasskey(sdk, AccessToken);
  await addPasskey(sdk, AccessToken);
  const body = { access_token: AccessToken };
  const event = eventOf({ claims: claimsOf(owner), body });
  expect((await portal.call("sign-in-methods", signInMethods, event)).status).toBe(200);
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
  await expect(sdk.send(new GetUserCommand({ AccessToken }))).rejects.toThrow("revoked");
  await expect(signIn(owner)).rejects.toThrow("Incorrect username or password.");
  // A thief's token of a minute ago is no recent password any more.
  expect(await portal.item(`ACTIVITY#${owner.sub}`, "PASSWORD")).toHaveProperty("at");
  const removal = { action: "passkeys-removed", reason: "端末の盗難、折り返して確認" };
  expect(await desk.trailOf(owner)).toContainEqual(expect.objectContaining(removal));
  await desk.reconcile();
  const removals = portal.inbox.list(owner.email).filter(({ subject }) => subject?.includes("パスキー削除"));
  expect(removals).toHaveLength(1);
});

test("with the authenticator app on it is refused, and nothing changes", async () => {
  const AccessToken = await signIn(owner);
  const { SecretCode = "" } = await sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = codeOfStep(SecretCode, stepAt(Date.now()));
  await sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await sdk.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
  await expect(remove(owner.loginId)).rejects.toThrow("run reset-authenticator first");
  expect(await desk.trailOf(owner)).toHaveLength(1);
});
