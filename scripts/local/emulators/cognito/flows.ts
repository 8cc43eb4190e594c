/** Every `AuthFlow` that InitiateAuth can start here. */
import { randomBytes } from "node:crypto";
import { pose } from "./challenges/handles.ts";
import { namedDevice } from "./devices.ts";
import { incorrectUsernameOrPassword, invalidLambdaResponse } from "./errors.ts";
import { requirePassword } from "./limits.ts";
import { canUsePasskey, requestOptions } from "./passkeys/assert.ts";
import type { Pool } from "./pool.ts";
import type { User } from "./records/user.ts";
import { requireParameter } from "./request/input.ts";
import type { Answer } from "./request/operation.ts";
import { isPassword } from "./srp/password.ts";
import { askPassword } from "./steps/ask-password.ts";
import { afterPassword } from "./steps/next-step.ts";
import { issueTokens } from "./tokens/issue.ts";
import { requireRefreshToken } from "./tokens/verify.ts";
import { defineChallenge } from "./triggers/auth-challenge.ts";
import { findUser, userKeyOf } from "./users/users.ts";

type Flow = (parameters: Readonly<Record<string, string>>, pool: Pool) => Answer | Promise<Answer>;

const passwords = ["PASSWORD", "PASSWORD_SRP"];

/**
 * USER_AUTH, of which the passkey is emulated: who prefers it and has one is asked for it, anybody else, existing or not, is told
 * the factors to select from.
 */
const userAuth: Flow = (parameters, pool) => {
  const userName = requireParameter(parameters, "USERNAME");
  const user = findUser(pool, userName);
  if (!user || !canUsePasskey(pool, user)) return selectChallenge(passwords);
  return parameters.PREFERRED_CHALLENGE === "WEB_AUTHN"
    ? askPasskey(pool, user)
    : selectChallenge([...passwords, "WEB_AUTHN"]);
};

async function askPasskey(pool: Pool, user: User): Promise<Answer> {
  const options = await requestOptions(pool, user);
  const progress = { userKey: userKeyOf(pool, user.userName) };
  return pose(
    pool,
    { kind: "WEB_AUTHN", progress, challenge: options.challenge },
    { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
  );
}

/** The session leads to no challenge: selecting one is not emulated. */
const selectChallenge = (available: string[]): Answer => ({
  ChallengeName: "SELECT_CHALLENGE",
  AvailableChallenges: available,
  Session: randomBytes(512).toString("base64"),
  ChallengeParameters: {},
});

/** The password itself, when the app client allows that. */
const plainPassword: Flow = (parameters, pool) => {
  const userName = requireParameter(parameters, "USERNAME");
  const password = requireParameter(parameters, "PASSWORD");
  const userKey = userKeyOf(pool, userName);
  const user = requirePassword(pool, userKey, (owner) => isPassword(pool, owner, password));
  return afterPassword(pool, user, { userKey, ...namedDevice(pool, user, parameters) });
};

/** CUSTOM_AUTH as Amplify begins it: with the password, by SRP. The triggers decide what else is asked. */
const customAuth: Flow = async (parameters, pool) => {
  const userName = requireParameter(parameters, "USERNAME");
  const user = findUser(pool, userName);
  const device = user ? namedDevice(pool, user, parameters) : {};
  const start = { userKey: userKeyOf(pool, userName), ...device };
  const clientPublic = requireParameter(parameters, "SRP_A");
  const trail = [{ challengeName: "SRP_A", challengeResult: true }];
  const verdict = await defineChallenge(pool, { ...start, trail });
  if (verdict.failAuthentication) throw incorrectUsernameOrPassword();
  if (verdict.challengeName !== "PASSWORD_VERIFIER")
    throw invalidLambdaResponse("Unrecognizable lambda output");
  return askPassword(pool, userName, clientPublic, { ...start, trail });
};

/** USER_SRP_AUTH: the password is proven, never sent. */
const userSrp: Flow = (parameters, pool) => {
  const userName = requireParameter(parameters, "USERNAME");
  const clientPublic = requireParameter(parameters, "SRP_A");
  return askPassword(pool, userName, clientPublic, { userKey: userKeyOf(pool, userName) });
};

const refreshToken: Flow = async (parameters, pool) => {
  const token = requireParameter(parameters, "REFRESH_TOKEN");
  const { user, signIn } = requireRefreshToken(pool, token, parameters.DEVICE_KEY);
  return { AuthenticationResult: await issueTokens(pool, user, signIn), ChallengeParameters: {} };
};

/** The app client lists each as `ALLOW_<name>`. */
export const flows: Partial<Record<string, Flow>> = {
  ADMIN_USER_PASSWORD_AUTH: plainPassword,
  CUSTOM_AUTH: customAuth,
  REFRESH_TOKEN_AUTH: refreshToken,
  USER_AUTH: userAuth,
  USER_PASSWORD_AUTH: plainPassword,
  USER_SRP_AUTH: userSrp,
};
