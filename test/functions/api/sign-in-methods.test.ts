import {
  AssociateSoftwareTokenCommand,
  ConfirmDeviceCommand,
  DeleteWebAuthnCredentialCommand,
  InitiateAuthCommand,
  ListDevicesCommand,
  SetUserMFAPreferenceCommand,
  UpdateDeviceStatusCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, expect, test } from "vitest";
import { recordPasskeyUse } from "#functions/sign-in-methods/sign-in-methods-table.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { addPasskey, authenticatorCode, switchOnAuthenticator } from "#scripts/local/seed/sign-in-methods.ts";
import { customerLimits } from "#shared/customer-limits.ts";
import type { Passkey, SignInMethods } from "#shared/endpoints.ts";
import { claimsOf, newPerson, type Person } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { plainPasswords, tokensOf } from "../support/verified-phone.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld({ userPool: plainPasswords });
const { portal } = world;

let owner: Person;
let tokens: Awaited<ReturnType<typeof tokensOf>>;
beforeEach(async () => {
  owner = newPerson();
  tokens = await tokensOf(portal, owner);
});

const post = (accessToken = tokens.accessToken) =>
  portal.call("sign-in-methods", { by: owner, body: { access_token: accessToken } });

async function read(): Promise<SignInMethods> {
  const { status, json } = await post();
  expect(status).toBe(200);
  return json.result as unknown as SignInMethods;
}
const list = async (): Promise<Passkey[]> => (await read()).passkeys;
const add = () => addPasskey(tokens.cognito, tokens.accessToken);
const remove = (CredentialId: string) =>
  tokens.cognito.send(new DeleteWebAuthnCredentialCommand({ AccessToken: tokens.accessToken, CredentialId }));
const kinds = () => world.kindsOf(owner);
/** The outbox keeps no order. */
async function subjects() {
  await world.reconcile();
  return world.subjectsTo(owner.email).sort();
}

test("a stolen session does not use up its owner's calls, who is told of its passkey", async () => {
  await add();
  const body = { access_token: "a.b.c" };
  const claims = { ...claimsOf(owner), origin_jti: "stolen" };
  const thief = () => portal.call("sign-in-methods", { by: owner, claims, body });
  for (let call = 1; call <= customerLimits.SIGN_IN_METHODS; call += 1)
    expect((await thief()).status).not.toBe(429);
  expect((await thief()).status).toBe(429);
  await read();
  expect(await kinds()).toEqual(["passkey-added"]);
  expect(await subjects()).toHaveLength(1);
});

test("a passkey added or removed outside of the portal is one event and one mail", async () => {
  expect(await list()).toEqual([]);
  const first = await add();
  advance(1000);
  const second = await add();
  expect((await list()).map(({ id }) => id)).toEqual([first, second]);
  await Promise.all([list(), list()]);
  expect(await kinds()).toEqual(["passkey-added", "passkey-added"]);
  advance(1000);
  await remove(first);
  const lists = await Promise.all([list(), list(), list()]);
  for (const each of lists) expect(each.map(({ id }) => id)).toEqual([second]);
  expect(await kinds()).toEqual(["passkey-added", "passkey-added", "passkey-removed"]);
  expect(await subjects()).toEqual([
    "パスキー削除のお知らせ",
    ...["パスキー追加のお知らせ", "パスキー追加のお知らせ"],
  ]);
  const [mail] = world.mailsTo(owner);
  expect(mail?.text).toContain(owner.loginId);
  expect(mail?.text).toContain("https://portal.example/pw/forgot");
});

test("a passkey that Cognito lists again is told again, and so is its removal", async () => {
  const id = await add();
  await list();
  advance(1000);
  // An operator switches passkeys off at the user pool, and on again.
  const { settings } = plainPasswords;
  const { passkeys } = settings;
  Object.assign(settings, { passkeys: undefined });
  expect(await list()).toEqual([]);
  Object.assign(settings, { passkeys });
  advance(1000);
  expect(await list()).toMatchObject([{ id }]);
  advance(1000);
  await remove(id);
  await list();
  const told = ["passkey-added", "passkey-removed"];
  expect(await kinds()).toEqual([...told, ...told]);
});

test("the trigger dates a passkey's use; one that is not the account's is not written", async () => {
  const id = await add();
  const [before] = await list();
  expect(before).toMatchObject({ id, createdAt: expect.stringMatching(/^2\d{3}-.*Z$/) });
  expect(before?.lastUsedAt).toBeUndefined();
  portal.become("post-authentication");
  await recordPasskeyUse(owner.sub, id);
  await recordPasskeyUse(owner.sub, "another's");
  expect(await list()).toEqual([{ ...before, lastUsedAt: new Date().toISOString() }]);
});

test("only the caller's own access token is taken, as long as Cognito takes it", async () => {
  const stranger = await tokensOf(portal, newPerson());
  await addPasskey(stranger.cognito, stranger.accessToken);
  for (const token of [stranger.accessToken, tokens.idToken, "nonsense"]) {
    const { status, text } = await post(token);
    expect(status).toBe(401);
    expect(text).not.toContain("passkeys");
  }
  expect(await kinds()).toEqual([]);
  expect(JSON.stringify([await portal.everything(), portal.logged])).not.toContain(tokens.accessToken);
});

const initiate = (AuthFlow: "USER_AUTH" | "USER_PASSWORD_AUTH", parameters: Record<string, string>) => {
  const AuthParameters = { USERNAME: owner.loginId, ...parameters };
  const command = new InitiateAuthCommand({ ClientId: identifiers.clientId, AuthFlow, AuthParameters });
  return tokens.cognito.send(command);
};

test("a customer with the authenticator app signs in with a passkey instead of both", async () => {
  await add();
  await switchOnAuthenticator(tokens.cognito, tokens.accessToken);
  const asked = () => initiate("USER_AUTH", { PREFERRED_CHALLENGE: "WEB_AUTHN" });
  expect((await asked()).ChallengeName).toBe("SELECT_CHALLENGE");
  await list();
  expect((await asked()).ChallengeName).toBe("WEB_AUTHN");
});

test("the app switched on and off past the portal is an event and a mail, once each", async () => {
  const { cognito, accessToken: AccessToken } = tokens;
  const { SecretCode = "" } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = authenticatorCode(SecretCode);
  await cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  await list();
  expect(await kinds()).toEqual([]);
  for (const isOn of [true, false, true]) {
    advance(1000);
    const SoftwareTokenMfaSettings = { Enabled: isOn, PreferredMfa: isOn };
    await cognito.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
    const answers = await Promise.all([post(), post(), post()]);
    for (const { json } of answers) expect(json.result).toMatchObject({ hasAuthenticator: isOn });
  }
  expect(await kinds()).toEqual(["authenticator-on", "authenticator-off", "authenticator-on"]);
  expect(await subjects()).toEqual([
    "認証アプリ解除のお知らせ",
    "認証アプリ設定のお知らせ",
    "認証アプリ設定のお知らせ",
  ]);
  for (const { text } of world.mailsTo(owner)) expect(text).toContain("https://portal.example/pw/forgot");
});

test("a list of passkeys that Cognito does not answer loses no change of the app", async () => {
  await switchOnAuthenticator(tokens.cognito, tokens.accessToken);
  portal.faults.add({ service: "cognito", operation: "ListWebAuthnCredentials", status: 500, times: 9 });
  expect((await post()).status).toBeGreaterThanOrEqual(500);
  portal.faults.clear();
  expect(await kinds()).toEqual(["authenticator-on"]);
  await list();
  expect(await kinds()).toEqual(["authenticator-on"]);
});

const signIn = async () =>
  (await initiate("USER_PASSWORD_AUTH", { PASSWORD: tokens.password })).AuthenticationResult ?? {};

/** Signs in as another session of the owner's, which registers a device. Returns its key. */
async function signInOn(DeviceName: string): Promise<string> {
  const { AccessToken = "", NewDeviceMetadata: { DeviceKey = "" } = {} } = await signIn();
  const DeviceSecretVerifierConfig = { PasswordVerifier: "AQ==", Salt: "AQ==" };
  await tokens.cognito.send(
    new ConfirmDeviceCommand({ AccessToken, DeviceKey, DeviceName, DeviceSecretVerifierConfig }),
  );
  return DeviceKey;
}

async function trust(DeviceName: string): Promise<string> {
  const DeviceKey = await signInOn(DeviceName);
  const DeviceRememberedStatus = "remembered";
  const { accessToken: AccessToken } = tokens;
  await tokens.cognito.send(
    new UpdateDeviceStatusCommand({ AccessToken, DeviceKey, DeviceRememberedStatus }),
  );
  return DeviceKey;
}

test("trusted browsers are all listed, the last used first, whatever signed in between", async () => {
  const oldest = await trust("Mozilla/5.0 (Macintosh) Version/18.0 Safari/605");
  advance(1000);
  for (let signIn = 0; signIn < 60; signIn += 1) await signInOn("Chrome/140.0 (Windows)");
  const newest = await trust("Chrome/140.0 (Windows)");
  expect((await read()).browsers).toEqual([
    { id: newest, name: "Chrome（Windows）", lastUsedAt: expect.stringMatching(/^2\d{3}-.*Z$/) },
    { id: oldest, name: "Safari（Mac）", lastUsedAt: expect.stringMatching(/^2\d{3}-.*Z$/) },
  ]);
});

test("trusted browsers are forgotten after half a year, others after their session", async () => {
  const days = (count: number): void => advance(count * 24 * 3_600_000);
  const devices = async () => {
    const { Devices = [] } = await tokens.cognito.send(
      new ListDevicesCommand({ AccessToken: tokens.accessToken, Limit: 60 }),
    );
    return Devices.map(({ DeviceKey }) => DeviceKey).sort();
  };
  const renewToken = async (): Promise<void> => {
    tokens = { ...tokens, accessToken: (await signIn()).AccessToken ?? "" };
  };
  await trust("long ago");
  days(149);
  await renewToken();
  const trusted = await trust("half a year ago");
  for (let signIn = 0; signIn < 12; signIn += 1) await signInOn("a session that is over");
  days(2);
  await renewToken();
  const recent = await signInOn("a session that may go on");
  days(30);
  await renewToken();
  // The calls that come at once, or when some of it is done, end in the same state.
  for (const each of await Promise.all([read(), read()]))
    expect(each.browsers.map(({ id }) => id)).toEqual([trusted]);
  await read();
  expect(await devices()).toEqual([trusted, recent].sort());

  portal.faults.add({ service: "cognito", operation: "ForgetDevice", status: 500, times: 9 });
  days(2);
  await renewToken();
  expect((await read()).browsers.map(({ id }) => id)).toEqual([trusted]);
  portal.faults.clear();
  await read();
  expect(await devices()).toEqual([trusted]);
});
