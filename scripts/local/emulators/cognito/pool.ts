/** The user pool with its one app client: what every operation works on. */
import { randomBytes } from "node:crypto";
import type {
  CreateAuthChallengeTriggerEvent,
  CustomMessageTriggerEvent,
  DefineAuthChallengeTriggerEvent,
  PostAuthenticationTriggerEvent,
  PostConfirmationTriggerEvent,
  PreSignUpTriggerEvent,
  VerifyAuthChallengeResponseTriggerEvent,
} from "aws-lambda";
import type { Clock, Deliver, FindPrincipal } from "../emulator.ts";
import { resourceNotFound } from "./errors.ts";
import type { TrailStep } from "./records/challenge.ts";
import type { UserPoolSettings } from "./settings.ts";
import { emptyState, type PoolState } from "./state.ts";
import { createSigningKeys, type SigningKeys } from "./tokens/keys.ts";

/** The published types know fewer challenges than Cognito poses. */
type WithTrail<Event extends { request: object }> = Omit<Event, "request"> & {
  request: Omit<Event["request"], "session"> & { session: TrailStep[] };
};

/**
 * The functions that the pool may call, by the names of CloudFormation's `LambdaConfig`. Each gets the event and returns it with
 * its `response` filled in. A trigger without a function is skipped.
 */
export interface Triggers {
  preSignUp?: (event: PreSignUpTriggerEvent) => Promise<unknown>;
  postConfirmation?: (event: PostConfirmationTriggerEvent) => Promise<unknown>;
  postAuthentication?: (event: PostAuthenticationTriggerEvent) => Promise<unknown>;
  customMessage?: (event: CustomMessageTriggerEvent) => Promise<unknown>;
  defineAuthChallenge?: (event: WithTrail<DefineAuthChallengeTriggerEvent>) => Promise<unknown>;
  createAuthChallenge?: (event: WithTrail<CreateAuthChallengeTriggerEvent>) => Promise<unknown>;
  verifyAuthChallengeResponse?: (event: VerifyAuthChallengeResponseTriggerEvent) => Promise<unknown>;
}

export interface CognitoEmulatorOptions {
  clock: Clock;
  deliver: Deliver;
  findPrincipal: FindPrincipal;
  settings: UserPoolSettings;
  region: string;
  /** `<region>_<name>` */
  userPoolId: string;
  clientId: string;
  canaryClientId: string;
  /** The portal's domain, for passkeys. */
  relyingPartyId: string;
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
    clientId: pool.canaryClientId,
    settings: { ...pool.settings, client: { ...client, ...canaryClient } },
  };
}

export function requireClient(pool: Pool, clientId: string): void {
  if (clientId !== pool.clientId) throw resourceNotFound(`User pool client ${clientId} does not exist.`);
}

export function requirePool(pool: Pool, userPoolId: string): void {
  if (userPoolId !== pool.userPoolId) throw resourceNotFound(`User pool ${userPoolId} does not exist.`);
}
