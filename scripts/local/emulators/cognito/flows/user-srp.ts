import { openChallenge } from "../challenges/handles.ts";
import { invalidParameter } from "../errors.ts";
import { requireHiddenExistence } from "../first-factor.ts";
import { requireParameter } from "../parameters.ts";
import { createServerKeys, isUsableClientPublic } from "../srp/exchange.ts";
import { simulateSrpUser } from "../srp/simulated-user.ts";
import { findUser, userKeyOf } from "../users.ts";
import type { Flow } from "./index.ts";

/** USER_SRP_AUTH. Users who do not exist get a challenge, too, and it is the same salt every time. */
export const userSrp: Flow = {
  setting: "ALLOW_USER_SRP_AUTH",
  notEnabled: "USER_SRP_AUTH is not enabled for the client.",
  start(parameters, pool) {
    const userName = requireParameter(parameters, "USERNAME");
    const clientPublic = requireParameter(parameters, "SRP_A");
    if (!isUsableClientPublic(clientPublic)) throw invalidParameter("Invalid SRP_A");
    const user = findUser(pool, userName);
    if (!user) requireHiddenExistence(pool);
    const { userIdForSrp, salt, verifier } = user
      ? { userIdForSrp: user.userName, ...user.password }
      : simulateSrpUser(pool, userName);
    const keys = createServerKeys(verifier);
    const userKey = userKeyOf(pool, userName);
    const secretBlock = openChallenge(pool, { userKey, userIdForSrp, clientPublic, ...keys });
    return {
      ChallengeName: "PASSWORD_VERIFIER",
      ChallengeParameters: {
        SALT: salt,
        SECRET_BLOCK: secretBlock,
        SRP_B: keys.serverPublic,
        USERNAME: userIdForSrp,
        USER_ID_FOR_SRP: userIdForSrp,
      },
    };
  },
};
