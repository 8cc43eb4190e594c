import { hostname, userInfo } from "node:os";
import {
  AdminGetUserCommand,
  AdminListDevicesCommand,
  type AuthFlowType,
  ConfirmDeviceCommand,
  InitiateAuthCommand,
  NotAuthorizedException,
  RespondToAuthChallengeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import { newPerson, type Person } from "#test/functions/support/people.ts";
import { advance, startPortal } from "#test/functions/support/portal.ts";
import { plainPasswords } from "#test/functions/support/verified-phone.ts";
import { serveEnvironment } from "#test/scripts/support/local-services.ts";
import { addApp, cognitoOf } from "#test/scripts/support/sign-in.ts";

const { userPoolId: UserPoolId, clientId: ClientId } = identifiers;
const password = "Correct-Horse-1";
const portal = await startPortal({ userPool: plainPasswords });
const cognito = cognitoOf(portal);
const local = await serveEnvironment(portal);
afterAll(() => local.close());
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

const initiate = (AuthFlow: AuthFlowType, AuthParameters: Record<string, string>) =>
  cognito.send(new InitiateAuthCommand({ ClientId, AuthFlow, AuthParameters }));
const signIn = ({ loginId: USERNAME }: Person) =>
  initiate("USER_PASSWORD_AUTH", { USERNAME, PASSWORD: password });
/** A remembered device's refresh token is taken with its key alone. */
type Session = Record<"REFRESH_TOKEN" | "DEVICE_KEY", string>;
const refresh = (session: Session) => initiate("REFRESH_TOKEN_AUTH", session);
function reset(loginId: string, ...options: string[]): Promise<void> {
  return runOperatorCommand(
    ["admin", "reset-authenticator", loginId, "--reason", "お客様が端末を紛失", "--local", ...options],
    { PORT: new URL(local.origin).port },
  );
}
const trailOf = async ({ sub }: Person) =>
  (await portal.partition(`CUSTOMER#${sub}`)).filter(({ action }) => action === "authenticator-reset");

/** Somebody who signs in with an app, on a browser that is remembered. */
async function withAuthenticator(person: Person): Promise<Session> {
  const { loginId: userName, sub, email } = person;
  portal.cognito.seedUser({ userName, sub, email, password });
  const { AccessToken = "" } = (await signIn(person)).AuthenticationResult ?? {};
  const codeNow = await addApp(cognito, AccessToken);
  advance(60_000);
  const { ChallengeName, Session } = await signIn(person);
  expect(ChallengeName).toBe("SOFTWARE_TOKEN_MFA");
  const ChallengeResponses = { USERNAME: userName, SOFTWARE_TOKEN_MFA_CODE: codeNow() };
  const answer = { ClientId, ChallengeName: "SOFTWARE_TOKEN_MFA", Session, ChallengeResponses } as const;
  const { AuthenticationResult: tokens } = await cognito.send(new RespondToAuthChallengeCommand(answer));
  const DEVICE_KEY = tokens?.NewDeviceMetadata?.DeviceKey ?? "";
  const base64 = Buffer.alloc(384, 1).toString("base64");
  const DeviceSecretVerifierConfig = { PasswordVerifier: base64, Salt: base64.slice(0, 24) };
  const device = { AccessToken: tokens?.AccessToken, DeviceKey: DEVICE_KEY, DeviceSecretVerifierConfig };
  await cognito.send(new ConfirmDeviceCommand(device));
  return { REFRESH_TOKEN: tokens?.RefreshToken ?? "", DEVICE_KEY };
}

test("a customer who lost the app signs in with the password alone, and all other sessions end", async () => {
  const person = newPerson();
  const session = await withAuthenticator(person);
  await refresh(session);
  portal.requests.clear();
  await reset(person.loginId, "--yes");
  // By sub: another account may have the login ID by then.
  const named = portal.requests
    .list("cognito")
    .filter(({ operation }) => operation.startsWith("Admin") && operation !== "AdminGetUser")
    .map(({ operation, body }): [string, string] => [operation, JSON.parse(body).Username]);
  expect(Object.fromEntries(named)).toEqual({
    AdminListDevices: person.sub,
    AdminForgetDevice: person.sub,
    AdminUserGlobalSignOut: person.sub,
    AdminSetUserMFAPreference: person.sub,
  });
  const account = { UserPoolId, Username: person.loginId };
  expect((await cognito.send(new AdminGetUserCommand(account))).UserMFASettingList ?? []).toEqual([]);
  expect((await cognito.send(new AdminListDevicesCommand(account))).Devices).toEqual([]);
  await expect(refresh(session)).rejects.toBeInstanceOf(NotAuthorizedException);
  expect((await signIn(person)).AuthenticationResult?.AccessToken).toBeTruthy();
  const operator = `${userInfo().username}@${hostname()}`;
  const { accessKeyId } = portal.operator;
  expect(await trailOf(person)).toMatchObject([{ operator, accessKeyId, reason: "お客様が端末を紛失" }]);
  const mails = (await portal.partition("OUTBOX")).filter(({ customer }) => customer === person.sub);
  expect(mails).toMatchObject([{ template: "authenticator-reset", to: person.email }]);
});

test("a dry run ends nothing, nor does the command without --yes and a terminal", async () => {
  const person = newPerson();
  const session = await withAuthenticator(person);
  await reset(person.loginId, "--dry-run");
  await expect(reset(person.loginId)).rejects.toThrow("run it in a terminal, or with --yes.");
  await refresh(session);
  expect(await trailOf(person)).toEqual([]);
});

test("run again after it broke off anywhere, it goes on, and leaves its trace first", async () => {
  for (const operation of ["AdminForgetDevice", "AdminUserGlobalSignOut", "AdminSetUserMFAPreference"]) {
    const person = newPerson();
    const session = await withAuthenticator(person);
    portal.faults.add({ service: "cognito", operation, status: 500, times: 3, after: true });
    await expect(reset(person.loginId, "--yes")).rejects.toThrow();
    portal.faults.clear();
    expect(await trailOf(person)).toHaveLength(1);
    // The app goes last: then there is nothing left to do.
    const again = reset(person.loginId, "--yes");
    if (operation === "AdminSetUserMFAPreference")
      await expect(again).rejects.toThrow("has no authenticator app: nothing was changed");
    else await again;
    await expect(refresh(session)).rejects.toBeInstanceOf(NotAuthorizedException);
    expect((await signIn(person)).AuthenticationResult?.AccessToken).toBeTruthy();
  }
});
