/** Amazon Cognito user pools: one pool with one app client. Source: "Amazon Cognito user pools API reference". */

import { z } from "zod";
import { errorBody, jsonResponse } from "../aws/json-service.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { Emulator, ServiceRequest, ServiceResponse } from "../emulator.ts";
import { registerDevice } from "./devices.ts";
import { operations } from "./operations/index.ts";
import { type CognitoEmulatorOptions, createPool, type Pool } from "./pool.ts";
import type { User } from "./records/user.ts";
import { emptyState, loadState, saveState } from "./state.ts";
import { afterSecondFactor } from "./steps/next-step.ts";
import { loadKeys, publicKeySet, saveKeys } from "./tokens/keys.ts";
import { requireAccessToken } from "./tokens/verify.ts";
import { addUser, findUser, userKeyOf } from "./users/users.ts";

export type { CognitoEmulatorOptions, Triggers } from "./pool.ts";
export type { UserPoolSettings } from "./settings.ts";

export interface SeedUser {
  userName: string;
  password: string;
  email: string;
  sub?: string;
  /** `CONFIRMED` if left out. */
  status?: User["status"];
}

const targetPrefix = "AWSCognitoIdentityProviderService.";
const saved = z.object({ keys: z.unknown(), simulationSecret: z.string(), state: z.unknown() });

export function createCognitoEmulator(options: CognitoEmulatorOptions) {
  const pool = createPool(options);
  const { issuer, region, userPoolId, clientId, canaryClientId } = pool;
  return {
    service: "cognito",
    browserFacing: true,
    issuer,
    operation: operationName,
    handle: (request) => answer(pool, request),
    fault: (status) => failure(pool, injectedFault(status)),
    jwks: () => publicKeySet(pool.keys),
    describe: () => ({ region, userPoolId, userPoolClientId: clientId, canaryClientId, issuer }),
    reset() {
      pool.state = emptyState();
    },
    snapshot: () => ({
      keys: saveKeys(pool.keys),
      simulationSecret: pool.simulationSecret,
      state: saveState(pool.state),
    }),
    restore(snapshot) {
      const { keys, simulationSecret, state } = saved.parse(snapshot);
      pool.state = loadState(state);
      pool.keys = loadKeys(keys);
      pool.simulationSecret = simulationSecret;
    },
    /** Adds a user with a proven address. Throws when the name is taken. */
    seedUser: (user: SeedUser): { sub: string } => seedUser(pool, user),
    /** As after the right password and code, in a browser that registers itself. Throws what a sign-in throws. */
    signIn: (userName: string) => signIn(pool, userName),
    /** As if the user had signed in that much earlier. False when there is no such user. */
    ageSignIns: (userName: string, milliseconds: number) => ageSignIns(pool, userName, milliseconds),
    users: () =>
      [...pool.state.users.values()].map(({ userName, sub, status, enabled, attributes }) =>
        structuredClone({ userName, sub, status, enabled, attributes }),
      ),
  } satisfies Emulator & Record<string, unknown>;
}

function operationName({ method, headers, url }: ServiceRequest): string {
  const target = headers["x-amz-target"];
  return target?.slice(target.lastIndexOf(".") + 1) ?? `${method} ${url.pathname}`;
}

async function answer(pool: Pool, request: ServiceRequest): Promise<ServiceResponse> {
  try {
    if (request.method === "GET" && request.url.pathname === `/${pool.userPoolId}/.well-known/jwks.json`)
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(publicKeySet(pool.keys)),
      };
    const target = request.headers["x-amz-target"] ?? "";
    const operation = target.startsWith(targetPrefix)
      ? operations.get(target.slice(targetPrefix.length))
      : undefined;
    if (!operation) {
      const problem = `${operationName(request)} is not supported by the local Cognito.`;
      throw new ServiceError("UnknownOperationException", problem);
    }
    return jsonResponse(pool.clock, 200, await operation(readJson(request.body), pool, request));
  } catch (error) {
    if (error instanceof ServiceError) return failure(pool, error);
    throw error;
  }
}

function failure({ clock }: Pool, { code, message, status }: ServiceError): ServiceResponse {
  return jsonResponse(clock, status, errorBody(code, message), { "x-amzn-errortype": `${code}:` });
}

function injectedFault(status: number): ServiceError {
  if (status >= 500) return new ServiceError("InternalErrorException", "Internal server error", status);
  return new ServiceError("TooManyRequestsException", "Rate exceeded", status);
}

/** A member that is null counts as not given. */
function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString() || "{}", (_name, value) => value ?? undefined);
  } catch {
    throw new ServiceError("SerializationException", "Unexpected end or form of the JSON input");
  }
}

function seedUser(
  pool: Pool,
  { userName, password, email, sub, status = "CONFIRMED" }: SeedUser,
): { sub: string } {
  if (findUser(pool, userName)) throw new Error(`User ${userName} exists already`);
  const attributes = { email, email_verified: "true" };
  const user = addUser(pool, { userName, password, attributes, status, sub });
  return { sub: user.sub };
}

const signedIn = z.looseObject({
  IdToken: z.string(),
  AccessToken: z.string(),
  NewDeviceMetadata: z.looseObject({ DeviceKey: z.string() }),
});

/** The device's secret is not known to anybody: it is trusted by its names alone. */
async function signIn(pool: Pool, userName: string): Promise<z.infer<typeof signedIn>> {
  const { AuthenticationResult } = await afterSecondFactor(pool, { userKey: userKeyOf(pool, userName) });
  const tokens = signedIn.parse(AuthenticationResult);
  const { user, signIn } = await requireAccessToken(pool, tokens.AccessToken);
  registerDevice(
    pool,
    { user, signIn },
    { key: tokens.NewDeviceMetadata.DeviceKey, salt: "00", verifier: "00" },
  );
  return tokens;
}

function ageSignIns(pool: Pool, userName: string, milliseconds: number): boolean {
  const userKey = userKeyOf(pool, userName);
  for (const signIn of pool.state.signIns.values())
    if (signIn.userKey === userKey) signIn.authenticatedAt -= milliseconds;
  return findUser(pool, userName) !== undefined;
}
