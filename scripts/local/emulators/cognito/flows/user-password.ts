import { namedDevice } from "../devices/devices.ts";
import { requirePassword } from "../first-factor.ts";
import { requireParameter } from "../parameters.ts";
import { isPassword } from "../srp/password.ts";
import { afterPassword } from "../steps/next-step.ts";
import { userKeyOf } from "../users.ts";
import type { Flow } from "./index.ts";

/** USER_PASSWORD_AUTH: the password itself, when the app client allows that. */
export const userPassword: Flow = {
  setting: "ALLOW_USER_PASSWORD_AUTH",
  notEnabled: "USER_PASSWORD_AUTH flow not enabled for this client",
  start(parameters, pool) {
    const userName = requireParameter(parameters, "USERNAME");
    const password = requireParameter(parameters, "PASSWORD");
    const userKey = userKeyOf(pool, userName);
    const user = requirePassword(pool, userKey, ({ userName: owner, password: stored }) =>
      isPassword({ poolName: pool.poolName, userName: owner }, stored, password),
    );
    return afterPassword(pool, user, { userKey, ...namedDevice(pool, user, parameters) }, undefined);
  },
};
