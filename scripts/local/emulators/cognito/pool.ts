/** The user pool with its one app client: what every operation works on. */
import { randomBytes } from "node:crypto";
import type { Clock, Deliver, FindPrincipal } from "../emulator.ts";
import { resourceNotFound } from "./errors.ts";
import type { UserPoolSettings } from "./settings.ts";
import { emptyState, type PoolState } from "./state.ts";
import { createSigningKeys, type SigningKeys } from "./tokens/keys.ts";
import type { Triggers } from "./triggers/functions.ts";

export interface CognitoEmulatorOptions {
  clock: Clock;
  deliver: Deliver;
  findPrincipal: FindPrincipal;
  settings: UserPoolSettings;
  region: string;
  /** `<region>_<name>` */
  userPoolId: string;
  clientId: string;
  /** Without it the pool has one app client. */
  canaryClientId?: string;
  /** The portal's domain; without it nobody has passkeys. */
  relyingPartyId?: string;
  triggers: Triggers;
}

export interface Pool extends CognitoEmulatorOptions {
  issuer: string;
  /** The pool's name in SRP's hashes: its id without the region. */
  poolName: string;
  keys: SigningKeys;
  /** Hex. Makes the answers for unknown users stable. */
  simulationSecret: string;
  state: PoolState;
  /** Of the request, for the triggers. */
  clientMetadata?: Record<string, string> | undefined;
}

export function createPool(options: CognitoEmulatorOptions): Pool {
  const [, poolName] = options.userPoolId.split("_");
  if (poolName === undefined) throw new Error(`User pool id without a region: ${options.userPoolId}`);
  return {
    ...options,
    issuer: `https://cognito-idp.${options.region}.amazonaws.com/${options.userPoolId}`,
    poolName,
    keys: createSigningKeys(),
    simulationSecret: randomBytes(32).toString("hex"),
    state: emptyState(),
  };
}

/** The same pool through the canary's app client. */
export function asCanaryClient(pool: Pool): Pool {
  const { client, canaryClient } = pool.settings;
  return {
    ...pool,
    clientId: pool.canaryClientId ?? "",
    settings: { ...pool.settings, client: { ...client, ...canaryClient } },
  };
}

export function requireClient(pool: Pool, clientId: string): void {
  if (clientId !== pool.clientId) throw resourceNotFound(`User pool client ${clientId} does not exist.`);
}

export function requirePool(pool: Pool, userPoolId: string): void {
  if (userPoolId !== pool.userPoolId) throw resourceNotFound(`User pool ${userPoolId} does not exist.`);
}
