import { finishFirstFactor } from "../first-factor.ts";
import { requireParameter } from "../parameters.ts";
import { isPassword } from "../srp/password.ts";
import { userKeyOf } from "../users.ts";
import type { Flow } from "./index.ts";

/** USER_PASSWORD_AUTH: the password itself, when the app client allows that. */
export const userPassword: Flow = {
  setting: "ALLOW_USER_PASSWORD_AUTH",
  notEnabled: "USER_PASSWORD_AUTH flow not enabled for this client",
  start(parameters, pool) {
    const userName = requireParameter(parameters, "USERNAME");
    const password = requireParameter(parameters, "PASSWORD");
    return finishFirstFactor(pool, userKeyOf(pool, userName), (user) =>
      isPassword({ poolName: pool.poolName, userName: user.userName }, user.password, password),
    );
  },
};
