import { namedDevice } from "../devices/devices.ts";
import { requireParameter } from "../request/parameters.ts";
import { isPassword } from "../srp/password.ts";
import { afterPassword } from "../steps/next-step.ts";
import { requirePassword } from "../users/first-factor.ts";
import { userKeyOf } from "../users/users.ts";
import type { Flow } from "./flow.ts";

/** The password itself, when the app client allows that. */
export const userPassword = passwordFlow("USER_PASSWORD_AUTH");
export const adminUserPassword = passwordFlow("ADMIN_USER_PASSWORD_AUTH");

function passwordFlow(name: string): Flow {
  return {
    setting: `ALLOW_${name}`,
    notEnabled: `${name} flow not enabled for this client`,
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
}
