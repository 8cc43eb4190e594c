/**
 * The order of a sign-in: password, new password, second factor, custom challenges, device, tokens.
 * Source: developer guide, "Authentication flows" and "Working with user devices in your user pool".
 */
import { pose } from "../challenges/handles.ts";
import { findDevice } from "../devices.ts";
import {
  incorrectUsernameOrPassword,
  invalidLambdaResponse,
  notAuthorized,
  userNotConfirmed,
} from "../errors.ts";
import { forgiveWrongPasswords } from "../limits.ts";
import type { Pool } from "../pool.ts";
import type { ChallengeKind, Progress } from "../records/challenge.ts";
import type { User } from "../records/user.ts";
import type { Answer } from "../request/operation.ts";
import { signInUser } from "../tokens/issue.ts";
import { type CustomProgress, createChallenge, defineChallenge } from "../triggers/auth-challenge.ts";
import { runPostAuthentication } from "../triggers/user.ts";
import { askSecondFactor } from "./ask-second-factor.ts";

/** Throws UserNotConfirmedException or NotAuthorizedException. */
export async function afterPassword(pool: Pool, user: User, progress: Progress): Promise<Answer> {
  requireUsable(user);
  if (user.status === "FORCE_CHANGE_PASSWORD") return askNewPassword(pool, user, progress);
  return afterNewPassword(pool, user, progress);
}

export async function afterNewPassword(pool: Pool, user: User, progress: Progress): Promise<Answer> {
  if (replacesSecondFactor(user, progress)) return askDevice(pool, user, progress);
  const asked = await askSecondFactor(pool, user, progress);
  return asked ?? afterSecondFactor(pool, progress);
}

/** Goes on with CUSTOM_AUTH's triggers where there are any; then it is the device's turn, if one was named. */
export async function afterSecondFactor(pool: Pool, { trail, ...progress }: Progress): Promise<Answer> {
  const asked = trail && (await askCustomChallenge(pool, { ...progress, trail }));
  return asked ?? finish(pool, progress);
}

/** The next CUSTOM_CHALLENGE; undefined when the triggers ask no more. Throws NotAuthorizedException when they refuse. */
async function askCustomChallenge(pool: Pool, progress: CustomProgress): Promise<Answer | undefined> {
  const verdict = await defineChallenge(pool, progress);
  if (verdict.failAuthentication) throw incorrectUsernameOrPassword();
  if (verdict.issueTokens) return undefined;
  if (verdict.challengeName !== "CUSTOM_CHALLENGE")
    throw invalidLambdaResponse("Unrecognizable lambda output");
  const { publicChallengeParameters, privateChallengeParameters } = await createChallenge(pool, progress);
  const user = pool.state.users.get(progress.userKey);
  return pose(
    pool,
    { kind: "CUSTOM_CHALLENGE", progress, privateChallengeParameters: privateChallengeParameters ?? {} },
    { ...publicChallengeParameters, USERNAME: user?.userName ?? progress.userKey },
  );
}

/** `progress` with one more challenge passed, for the triggers to see. */
export function passed(progress: Progress, challengeName: ChallengeKind): Progress {
  if (!progress.trail) return progress;
  return { ...progress, trail: [...progress.trail, { challengeName, challengeResult: true }] };
}

async function finish(pool: Pool, progress: Progress): Promise<Answer> {
  const user = pool.state.users.get(progress.userKey);
  if (!user) throw incorrectUsernameOrPassword();
  requireUsable(user);
  if (progress.deviceKey !== undefined && !progress.deviceProven) return askDevice(pool, user, progress);
  forgiveWrongPasswords(pool, progress.userKey);
  await runPostAuthentication(pool, user, progress.deviceKey === undefined);
  return { AuthenticationResult: await signInUser(pool, user, progress.deviceKey), ChallengeParameters: {} };
}

function askDevice(pool: Pool, user: User, progress: Progress): Answer {
  return pose(
    pool,
    { kind: "DEVICE_SRP_AUTH", progress },
    { DEVICE_KEY: progress.deviceKey ?? "", USERNAME: user.userName },
  );
}

/** As `challengeRequiredOnNewDevice` of the settings says. */
const replacesSecondFactor = (user: User, { deviceKey = "" }: Progress): boolean =>
  findDevice(user, deviceKey)?.remembered === true;

function requireUsable({ enabled, status }: User): void {
  if (!enabled) throw notAuthorized("User is disabled.");
  if (status === "UNCONFIRMED") throw userNotConfirmed();
}

/** NEW_PASSWORD_REQUIRED, for a password that an administrator set. */
export function askNewPassword(pool: Pool, user: User, progress: Progress): Answer {
  const missing = missingAttributes(pool, user).map((name) => `userAttributes.${name}`);
  return pose(
    pool,
    { kind: "NEW_PASSWORD_REQUIRED", progress },
    {
      USER_ID_FOR_SRP: user.userName,
      requiredAttributes: JSON.stringify(missing),
      userAttributes: JSON.stringify(user.attributes),
    },
  );
}

export function missingAttributes(pool: Pool, { attributes }: User): string[] {
  return pool.settings.requiredAttributes.filter((name) => !attributes[name]);
}
