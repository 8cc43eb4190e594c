import { createHmac } from "node:crypto";
import { openChallenge } from "../challenges/handles.ts";
import type { Pool } from "../pool.ts";
import type { Progress } from "../records/challenge.ts";
import type { Answer } from "../request/operation.ts";
import { createServerKeys, requireClientPublic } from "../srp/exchange.ts";
import type { StoredPassword } from "../srp/password.ts";
import { findUser, userKeyOf } from "../users/users.ts";

/**
 * Developer guide, "Managing user existence error responses". The same salt and UUID for the same name and pool; no password
 * fits the verifier.
 */
function simulateSrpUser(pool: Pool, userName: string): StoredPassword & { userIdForSrp: string } {
  const derive = (what: string) =>
    createHmac("sha256", pool.simulationSecret)
      .update(`${what} ${userKeyOf(pool, userName)}`)
      .digest("hex");
  const id = derive("id");
  const parts = [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `a${id.slice(17, 20)}`];
  return {
    userIdForSrp: [...parts, id.slice(20, 32)].join("-"),
    salt: derive("salt").slice(0, 32),
    verifier: derive("verifier"),
  };
}

/** PASSWORD_VERIFIER. Users who do not exist get a challenge, too, and it is the same salt every time. */
export function askPassword(pool: Pool, userName: string, clientPublic: string, progress: Progress): Answer {
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
