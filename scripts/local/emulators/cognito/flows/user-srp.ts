import { requireParameter } from "../request/parameters.ts";
import { askPassword } from "../steps/ask-password.ts";
import { userKeyOf } from "../users/users.ts";
import type { Flow } from "./flow.ts";

/** USER_SRP_AUTH: the password is proven, never sent. */
export const userSrp: Flow = {
  setting: "ALLOW_USER_SRP_AUTH",
  notEnabled: "USER_SRP_AUTH is not enabled for the client.",
  start(parameters, pool) {
    const userName = requireParameter(parameters, "USERNAME");
    const clientPublic = requireParameter(parameters, "SRP_A");
    return askPassword(pool, userName, clientPublic, { userKey: userKeyOf(pool, userName) });
  },
};
