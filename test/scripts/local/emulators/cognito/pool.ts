/** A served user pool with a clock that stands still and that tests move, an inbox, and the real SDK pointed at it. */
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, expect } from "vitest";
import { userPoolSettings } from "#infra/settings/user-pool.ts";
import {
  type CognitoEmulatorOptions,
  createCognitoEmulator,
  type UserPoolSettings,
} from "#scripts/local/emulators/cognito/emulator.ts";
import type { DeliveredMessage } from "#scripts/local/emulators/emulator.ts";
import { credentials, principalsWith } from "#test/scripts/local/support/principals.ts";
import { serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";
import { confirmDeviceCommand } from "#test/support/srp-client.ts";

export const region = "ap-northeast-1";
export const userPoolId = "ap-northeast-1_LocalPool";
export const ClientId = "3n4b5urk1ft4fl3mg5e62d9ado";
export const canaryClientId = "7c1q8canaryclient5ado00000";
export const password = "Correct-Horse-1";

const portal: UserPoolSettings = userPoolSettings;

export interface Changes {
  settings?: Partial<UserPoolSettings>;
  client?: Partial<UserPoolSettings["client"]>;
  triggers?: CognitoEmulatorOptions["triggers"];
}

/** The pool as the portal has it. */
export const asDeployed: Changes = {};

/** Most tests sign in with the plain password: SRP has its own. */
export const plainPasswords: Changes = {
  client: { authFlows: [...portal.client.authFlows, "ALLOW_USER_PASSWORD_AUTH"] },
};

export type TestPool = Awaited<ReturnType<typeof startPool>>;

/** For the top level of a test file. The function returns an empty pool at the present time, which closes after the tests. */
export function startPools(): (changes: Changes) => Promise<TestPool> {
  const started = new Map<Changes, TestPool>();
  afterAll(() => Promise.all([...started.values()].map((pool) => pool.close())));
  // The same changes give the same pool: its keys take long to make.
  return async (changes) => {
    const pool = started.get(changes) ?? (await startPool(changes));
    started.set(changes, pool);
    pool.renew();
    return pool;
  };
}

export async function startPool({ settings = {}, client = {}, triggers = {} }: Changes = {}) {
  let now = Date.now();
  const inbox: DeliveredMessage[] = [];
  const emulator = createCognitoEmulator({
    clock: () => now,
    deliver: (message) => inbox.push(message),
    findPrincipal: principalsWith([]),
    settings: { ...portal, ...settings, client: { ...portal.client, ...client } },
    region,
    userPoolId,
    clientId: ClientId,
    canaryClientId,
    relyingPartyId: "localhost",
    triggers,
  });
  const { url, close } = await serveEmulator(emulator);
  const connect = (signer = credentials.admin) =>
    new CognitoIdentityProviderClient({ endpoint: url, region, credentials: signer, maxAttempts: 1 });
  return {
    emulator,
    url,
    close,
    inbox,
    connect,
    sdk: connect(),
    clientId: ClientId,
    poolName: userPoolId.split("_")[1] ?? "",
    renew() {
      now = Date.now();
      inbox.length = 0;
      emulator.reset();
    },
    now: () => new Date(now),
    passMinutes(minutes: number) {
      now += minutes * 60_000;
    },
    /** The code of the latest mail. */
    latestCode: () => inbox.at(-1)?.code ?? "none",
  };
}

/** A code that is surely not the one mailed last. */
export function wrongCode(pool: TestPool): string {
  return pool.latestCode() === "123456" ? "654321" : "123456";
}

export function signUpCommand(Username: string, email = "taro@example.jp", Password = password) {
  return new SignUpCommand({
    ClientId,
    Username,
    Password,
    UserAttributes: [{ Name: "email", Value: email }],
  });
}

export async function signUp(pool: TestPool, Username: string, email = "taro@example.jp") {
  return pool.sdk.send(signUpCommand(Username, email));
}

export async function confirmedUser(pool: TestPool, Username: string, email = "taro@example.jp") {
  const { UserSub } = await signUp(pool, Username, email);
  await pool.sdk.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: pool.latestCode() }));
  return { sub: UserSub };
}

export function passwordSignIn(USERNAME: string, PASSWORD = password) {
  return new InitiateAuthCommand({
    ClientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME, PASSWORD },
  });
}

/** Signs in with the plain password, on a device whose password nobody knows: a pool with `plainPasswords`. */
export async function signIn(pool: TestPool, userName: string, secret = password) {
  const { AuthenticationResult: tokens } = await pool.sdk.send(passwordSignIn(userName, secret));
  const { AccessToken, IdToken, RefreshToken, NewDeviceMetadata } = tokens ?? {};
  const DeviceKey = NewDeviceMetadata?.DeviceKey;
  if (!AccessToken || !IdToken || !RefreshToken || !DeviceKey) throw new Error("Signed in without tokens");
  const confirm = confirmDeviceCommand(AccessToken, DeviceKey);
  expect(await pool.sdk.send(confirm)).toMatchObject({ UserConfirmationNecessary: true });
  return { AccessToken, IdToken, RefreshToken, DeviceKey };
}

export async function renew(pool: TestPool, session: { RefreshToken: string; DeviceKey?: string }) {
  const command = new GetTokensFromRefreshTokenCommand({ ClientId, ...session });
  return (await pool.sdk.send(command)).AuthenticationResult;
}
