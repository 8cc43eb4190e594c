/**
 * The order of a sign-in: password, new password, second factor, custom challenges, device, tokens.
 * Source: developer guide, "Authentication flows" and "Working with user devices in your user pool".
 */

import type { PostAuthenticationTriggerEvent } from "aws-lambda";
import { z } from "zod";
import { findDevice } from "../devices.ts";
import { incorrectUsernameOrPassword, notAuthorized, userNotConfirmed } from "../errors.ts";
import { forgiveWrongPasswords } from "../limits.ts";
import type { Pool } from "../pool.ts";
import type { ChallengeKind, Progress } from "../records/challenge.ts";
import type { User } from "../records/user.ts";
import type { Answer } from "../request/operation.ts";
import { signInUser } from "../tokens/issue.ts";
import { callTrigger, eventAttributes, sharedEvent } from "../triggers/call.ts";
import { askCustomChallenge } from "./ask-custom-challenge.ts";
import { askNewPassword } from "./ask-new-password.ts";
import { askSecondFactor } from "./ask-second-factor.ts";
import { pose } from "./pose.ts";

/**
 * Developer guide, "Post authentication Lambda trigger". Runs before the tokens are handed out: what it throws turns the user
 * away.
 */
async function runPostAuthentication(
  pool: Pool,
  user: User,
  newDeviceUsed: boolean,
  clientMetadata: Record<string, string> | undefined,
): Promise<void> {
  const trigger = pool.triggers.postAuthentication;
  if (!trigger) return;
  const event: PostAuthenticationTriggerEvent = {
    ...sharedEvent(pool, user.userName),
    triggerSource: "PostAuthentication_Authentication",
    request: { userAttributes: eventAttributes(user), newDeviceUsed, clientMetadata },
    response: {},
  };
  await callTrigger("PostAuthentication", () => trigger(event), z.object({}));
}

type ClientMetadata = Record<string, string> | undefined;

/** Throws UserNotConfirmedException, PasswordResetRequiredException or NotAuthorizedException. */
export async function afterPassword(
  pool: Pool,
  user: User,
  progress: Progress,
  clientMetadata: ClientMetadata,
): Promise<Answer> {
  requireUsable(user);
  if (user.status === "FORCE_CHANGE_PASSWORD") return askNewPassword(pool, user, progress);
  return afterNewPassword(pool, user, progress, clientMetadata);
}

export async function afterNewPassword(
  pool: Pool,
  user: User,
  progress: Progress,
  clientMetadata: ClientMetadata,
): Promise<Answer> {
  if (replacesSecondFactor(pool, user, progress)) return askDevice(pool, user, progress);
  const asked = await askSecondFactor(pool, user, progress);
  return asked ?? afterSecondFactor(pool, progress, clientMetadata);
}

/** Goes on with CUSTOM_AUTH's triggers where there are any; then it is the device's turn, if one was named. */
export async function afterSecondFactor(
  pool: Pool,
  { trail, ...progress }: Progress,
  clientMetadata: ClientMetadata,
): Promise<Answer> {
  const next = trail ? await askCustomChallenge(pool, { ...progress, trail }, clientMetadata) : "issueTokens";
  return next === "issueTokens" ? finish(pool, progress, clientMetadata) : next;
}

/** `progress` with one more challenge passed, for the triggers to see. */
export function passed(progress: Progress, challengeName: ChallengeKind): Progress {
  if (!progress.trail) return progress;
  return { ...progress, trail: [...progress.trail, { challengeName, challengeResult: true }] };
}

async function finish(pool: Pool, progress: Progress, clientMetadata: ClientMetadata): Promise<Answer> {
  const user = pool.state.users.get(progress.userKey);
  if (!user) throw incorrectUsernameOrPassword();
  requireUsable(user);
  if (progress.deviceKey !== undefined && !progress.deviceProven) return askDevice(pool, user, progress);
  forgiveWrongPasswords(pool, progress.userKey);
  await runPostAuthentication(pool, user, progress.deviceKey === undefined, clientMetadata);
  return { AuthenticationResult: await signInUser(pool, user, progress.deviceKey), ChallengeParameters: {} };
}

function askDevice(pool: Pool, user: User, progress: Progress): Answer {
  return pose(
    pool,
    { kind: "DEVICE_SRP_AUTH", progress },
    {
      DEVICE_KEY: progress.deviceKey ?? "",
      USERNAME: user.userName,
    },
  );
}

function replacesSecondFactor(pool: Pool, user: User, { deviceKey = "" }: Progress): boolean {
  return (
    pool.settings.devices?.challengeRequiredOnNewDevice === true &&
    findDevice(user, deviceKey)?.remembered === true
  );
}

function requireUsable({ enabled, status }: User): void {
  if (!enabled) throw notAuthorized("User is disabled.");
  if (status === "UNCONFIRMED") throw userNotConfirmed();
}
