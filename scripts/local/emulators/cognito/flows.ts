/** Every `AuthFlow` that InitiateAuth can start here. */
import { createHmac, randomBytes } from "node:crypto";
import { openChallenge, pose } from "./challenges/handles.ts";
import { namedDevice } from "./devices.ts";
import { invalidLambdaResponse } from "./errors.ts";
import { requirePassword } from "./limits.ts";
import { canUsePasskey, requestOptions } from "./passkeys/assert.ts";
import type { Pool } from "./pool.ts";
import type { Progress } from "./records/challenge.ts";
import type { User } from "./records/user.ts";
import { requireParameter } from "./request/input.ts";
import type { Answer } from "./request/operation.ts";
import { createServerKeys, requireClientPublic } from "./srp/exchange.ts";
import { isPassword, type StoredPassword } from "./srp/password.ts";
import { afterPassword } from "./steps/next-step.ts";
import { defineChallenge } from "./triggers/auth-challenge.ts";
import { findUser, userKeyOf } from "./users/users.ts";

type Flow = (parameters: Readonly<Record<string, string>>, pool: Pool) => Answer | Promise<Answer>;

/**
 * USER_AUTH, of which the passkey is emulated, as the preferred challenge: a user who has one is asked for it, anybody else, existing
 * or not, is told the other factors to select from.
 */
const userAuth: Flow = (parameters, pool) => {
  const user = findUser(pool, requireParameter(parameters, "USERNAME"));
  return user && canUsePasskey(pool, user) ? askPasskey(pool, user) : selectChallenge();
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
const selectChallenge = (): Answer => ({
  ChallengeName: "SELECT_CHALLENGE",
  AvailableChallenges: ["PASSWORD", "PASSWORD_SRP"],
  Session: randomBytes(512).toString("base64"),
  ChallengeParameters: {},
});

/** The password itself, when the app client allows that. */
const plainPassword: Flow = (parameters, pool) => {
  const userName = requireParameter(parameters, "USERNAME");
  const password = requireParameter(parameters, "PASSWORD");
  const userKey = userKeyOf(pool, userName);
  const user = requirePassword(pool, userKey, (owner) => isPassword(pool, owner, password));
  return afterPassword(pool, user, { userKey, ...namedDevice(user, parameters) });
};

/** CUSTOM_AUTH as Amplify begins it: with the password, by SRP. The triggers decide what else is asked. */
const customAuth: Flow = async (parameters, pool) => {
  const userName = requireParameter(parameters, "USERNAME");
  const user = findUser(pool, userName);
  const device = user ? namedDevice(user, parameters) : {};
  const start = { userKey: userKeyOf(pool, userName), ...device };
  const clientPublic = requireParameter(parameters, "SRP_A");
  const trail = [{ challengeName: "SRP_A", challengeResult: true }];
  const verdict = await defineChallenge(pool, { ...start, trail });
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

/** Developer guide, "Managing user existence error responses". The same for the same name and pool; no password fits the verifier. */
function simulateSrpUser(pool: Pool, userName: string): StoredPassword & { userIdForSrp: string } {
  const derive = (what: string) =>
    createHmac("sha256", pool.simulationSecret)
      .update(`${what} ${userKeyOf(pool, userName)}`)
      .digest("hex");
  return {
    userIdForSrp: derive("id"),
    salt: derive("salt").slice(0, 32),
    verifier: derive("verifier"),
  };
}

/** PASSWORD_VERIFIER. Users who do not exist get a challenge, too, and it is the same salt every time. */
function askPassword(pool: Pool, userName: string, clientPublic: string, progress: Progress): Answer {
  requireClientPublic(clientPublic);
  const user = findUser(pool, userName);
  const { userIdForSrp, salt, verifier } = user
    ? { userIdForSrp: user.userName, ...user.password }
    : simulateSrpUser(pool, userName);
  const keys = createServerKeys(verifier);
  const kind = "PASSWORD_VERIFIER";
  const secretBlock = openChallenge(pool, { kind, progress, userIdForSrp, clientPublic, ...keys });
  return {
    ChallengeName: kind,
    ...(progress.trail ? { Session: secretBlock } : {}),
    ChallengeParameters: {
      SALT: salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: keys.serverPublic,
      USERNAME: userIdForSrp,
      USER_ID_FOR_SRP: userIdForSrp,
    },
  };
}

/** The app client lists each as `ALLOW_<name>`. */
export const flows: Partial<Record<string, Flow>> = {
  ADMIN_USER_PASSWORD_AUTH: plainPassword,
  CUSTOM_AUTH: customAuth,
  USER_AUTH: userAuth,
  USER_PASSWORD_AUTH: plainPassword,
  USER_SRP_AUTH: userSrp,
};
