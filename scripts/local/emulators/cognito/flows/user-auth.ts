import { randomBytes } from "node:crypto";
import { canUsePasskey, requestOptions } from "../passkeys/assert.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import type { Answer } from "../request/operation.ts";
import { requireParameter } from "../request/parameters.ts";
import { pose } from "../steps/pose.ts";
import { findUser, userKeyOf } from "../users/users.ts";
import type { Flow } from "./flow.ts";

const passwords = ["PASSWORD", "PASSWORD_SRP"];

/**
 * USER_AUTH, of which the passkey is emulated: who prefers it and has one is asked for it, anybody else, existing or not, is told
 * the factors to select from.
 */
export const userAuth: Flow = {
  setting: "ALLOW_USER_AUTH",
  notEnabled: "USER_AUTH is not enabled for the client.",
  start(parameters, pool) {
    const userName = requireParameter(parameters, "USERNAME");
    const user = findUser(pool, userName);
    if (!user || !canUsePasskey(pool, user)) return selectChallenge(passwords);
    return parameters.PREFERRED_CHALLENGE === "WEB_AUTHN"
      ? askPasskey(pool, user)
      : selectChallenge([...passwords, "WEB_AUTHN"]);
  },
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

/** Nothing waits behind the session: selecting one is not emulated. */
const selectChallenge = (available: string[]): Answer => ({
  ChallengeName: "SELECT_CHALLENGE",
  AvailableChallenges: available,
  Session: randomBytes(512).toString("base64"),
  ChallengeParameters: {},
});
