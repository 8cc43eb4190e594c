import { namedDevice } from "../devices/devices.ts";
import { incorrectUsernameOrPassword, invalidLambdaResponse } from "../errors.ts";
import { requireParameter } from "../request/parameters.ts";
import { askPassword } from "../steps/ask-password.ts";
import { defineChallenge } from "../triggers/auth-challenge.ts";
import { findUser, userKeyOf } from "../users/users.ts";
import type { Flow } from "./flow.ts";

/** CUSTOM_AUTH as Amplify begins it: with the password, by SRP. The triggers decide what else is asked. */
export const customAuth: Flow = {
  setting: "ALLOW_CUSTOM_AUTH",
  notEnabled: "CUSTOM_AUTH is not enabled for the client.",
  async start(parameters, pool) {
    const userName = requireParameter(parameters, "USERNAME");
    const user = findUser(pool, userName);
    const device = user ? namedDevice(pool, user, parameters) : {};
    const start = { userKey: userKeyOf(pool, userName), ...device };
    const clientPublic = requireParameter(parameters, "SRP_A");
    const trail = [{ challengeName: "SRP_A", challengeResult: true }];
    const verdict = await defineChallenge(pool, start, trail, undefined);
    if (verdict.failAuthentication) throw incorrectUsernameOrPassword();
    if (verdict.challengeName !== "PASSWORD_VERIFIER")
      throw invalidLambdaResponse("Unrecognizable lambda output");
    return askPassword(pool, userName, clientPublic, { ...start, trail });
  },
};
