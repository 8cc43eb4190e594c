import { createHash } from "node:crypto";
import { relative } from "node:path";
import {
  type AuthenticationResultType,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { expect } from "vitest";
import type { CustomerState } from "#scripts/local/seed/customers.ts";
import type { HeldPasskey } from "#scripts/local/seed/sign-in-methods.ts";
import type { UserRecord } from "#shared/customer/customer.ts";
import { agreements, company } from "#test/support/company.ts";
import { confirmDeviceCommand, srpSignIn } from "#test/support/srp-client.ts";
import { noDevicePassword } from "#web/lib/identity/tokens/token-storage.ts";
import { upgradeRequest } from "./credentials.ts";
import { local, portalUrl } from "./local.ts";
import { startNewSmsHour } from "./sms-limits.ts";

export interface Person {
  loginId: string;
  password: string;
  email: string;
  phoneNumber: string;
}

let people = 0;
/** `npm test -- --seed N` meets the same people again. A file that is watched finds those of its last run in the portal. */
const seed = (process.env.VITEST_MODE === "RUN" && process.env.TEST_SEED) || Date.now();

/** Somebody nobody has met yet. */
export function newPerson(): Person {
  people += 1;
  const file = relative(import.meta.dirname, expect.getState().testPath ?? "");
  const hash = createHash("sha256").update(`${seed} ${file} ${people}`).digest();
  const loginId = `user${hash.toString("hex", 4, 10)}`;
  const digits = String(hash.readUInt32BE() % 1e8).padStart(8, "0");
  return {
    loginId,
    password: "Sakura-2026!",
    email: `${loginId}@example.co.jp`,
    phoneNumber: `090-${digits.slice(0, 4)}-${digits.slice(4)}`,
  };
}

/** A portal's user pool, as an operator may call it. */
export async function cognito(portal = portalUrl()) {
  const { cognito: settings } = await local.services(portal);
  if (!settings) throw new Error("No user pool");
  const { endpoint = "", region = "", userPoolClientId: ClientId = "", userPoolId = "" } = settings;
  const { accessKeyId = "", secretAccessKey = "" } = settings;
  const credentials = { accessKeyId, secretAccessKey };
  return {
    client: new CognitoIdentityProviderClient({ endpoint, region, credentials }),
    ClientId,
    userPoolId,
  };
}

/** An account that has not confirmed its e-mail. */
export async function createUnconfirmedAccount(person = newPerson()): Promise<Person> {
  const { client, ClientId } = await cognito();
  const { loginId: Username, password: Password, email } = person;
  await client.send(
    new SignUpCommand({ ClientId, Username, Password, UserAttributes: [{ Name: "email", Value: email }] }),
  );
  return person;
}

export async function confirmEmail({ loginId: Username, email }: Person): Promise<void> {
  const { client, ClientId } = await cognito();
  const ConfirmationCode = await local.code(email);
  await client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
}

/** A confirmed account without a profile. */
export async function createConfirmedAccount(person = newPerson()): Promise<Person> {
  await createUnconfirmedAccount(person);
  await confirmEmail(person);
  return person;
}

export interface Tokens {
  idToken: string;
  accessToken: string;
  /** Amplify's data about them in the browser, key by key. */
  stored: Record<string, string>;
}

/** Signs in with SRP, as Amplify does in the browser. */
export async function tokensOf({ loginId, password }: Pick<Person, "loginId" | "password">): Promise<Tokens> {
  const { client: sdk, ClientId: clientId, userPoolId } = await cognito();
  const pool = { sdk, clientId, poolName: userPoolId.split("_")[1] ?? "", now: () => new Date() };
  const { AuthenticationResult = {} } = await srpSignIn(pool, loginId, password);
  const { AccessToken = "", NewDeviceMetadata } = AuthenticationResult;
  await sdk.send(confirmDeviceCommand(AccessToken, NewDeviceMetadata?.DeviceKey ?? ""));
  return storedTokens(clientId, loginId, AuthenticationResult);
}

/** As Amplify keeps the tokens of a sign-in whose browser has registered itself. */
function storedTokens(clientId: string, loginId: string, result: AuthenticationResultType): Tokens {
  const { IdToken: idToken, AccessToken: accessToken, RefreshToken: refreshToken } = result;
  const { DeviceKey: deviceKey, DeviceGroupKey: deviceGroupKey } = result.NewDeviceMetadata ?? {};
  if (!idToken || !accessToken || !refreshToken || !deviceKey || !deviceGroupKey)
    throw new Error(`${loginId} got no tokens`);
  const signInDetails = JSON.stringify({ loginId, authFlowType: "USER_SRP_AUTH" });
  const deviceValues = { deviceKey, deviceGroupKey, randomPasswordKey: noDevicePassword };
  const tokenValues = { idToken, accessToken, refreshToken, clockDrift: "0", signInDetails, ...deviceValues };
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  return {
    idToken,
    accessToken,
    stored: Object.fromEntries([
      [`${prefix}.LastAuthUser`, loginId],
      ...Object.entries(tokenValues).map(([name, value]) => [`${prefix}.${loginId}.${name}`, value]),
    ]),
  };
}

/** `POST /api/verify` twice, with the code from the inbox. */
export async function verifyPhone(phoneNumber: string): Promise<string> {
  await startNewSmsHour();
  const before = await local.newestMessageId(phoneNumber);
  const { request_id } = await apiJson("/api/verify", { mode: "send", phone_number: phoneNumber });
  await apiJson("/api/verify", { mode: "check", request_id, code: await local.code(phoneNumber, before) });
  return String(request_id);
}

export const postJson = (path: string, body: unknown, idToken?: string): Promise<Response> =>
  fetch(local.url(path), {
    method: "POST",
    headers: { "content-type": "application/json", ...(idToken ? { Authentication: idToken } : {}) },
    body: JSON.stringify(body),
  });

export const getApi = (path: string, idToken?: string): Promise<Response> =>
  fetch(local.url(path), { headers: idToken === undefined ? {} : { Authentication: idToken } });

/** As the API shows it now. */
export async function userRecordOf({ loginId, idToken }: Tokens & { loginId: string }): Promise<UserRecord> {
  const { results } = (await (await getApi(`/api/user?name=${loginId}`, idToken)).json()) as {
    results: [UserRecord];
  };
  return results[0];
}

/** The user pool's id of whoever the token is of. */
export const subOf = (idToken: string): string =>
  String(JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()).sub);

async function apiJson(path: string, body: unknown, idToken?: string): Promise<Record<string, unknown>> {
  const response = await postJson(path, body, idToken);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

export interface Customer extends Person, Tokens {
  customerId: string;
  /** Of the authenticator app. */
  secret?: string | undefined;
  passkey?: HeldPasskey | undefined;
}

/** Somebody whom the local cloud makes a customer, signed in in a browser that has registered itself. */
export async function createCustomer({
  person = newPerson(),
  customerKbn = company.customerKbn,
  state = "trial" as CustomerState,
} = {}): Promise<Customer> {
  const { loginId, ...contacts } = person;
  const { customerId, secret, passkey, ...result } = await local.makeCustomer({
    ...contacts,
    userName: loginId,
    state,
    company: { ...company, ...agreements, customerKbn },
    upgrade: upgradeRequest,
  });
  const { ClientId } = await cognito();
  return { ...person, ...storedTokens(ClientId, loginId, result), customerId, secret, passkey };
}
