/** Every `AuthFlow` that InitiateAuth can start here. */

import type { Pool } from "../pool.ts";
import type { Answer } from "../request/operation.ts";
import { customAuth } from "./custom-auth.ts";
import { refreshToken } from "./refresh-token.ts";
import { userAuth } from "./user-auth.ts";
import { adminUserPassword, userPassword } from "./user-password.ts";
import { userSrp } from "./user-srp.ts";

type AuthParameters = Readonly<Record<string, string>>;

export interface Flow {
  /** What the app client must list. */
  setting: string;
  /** The service's sentence when it does not. */
  notEnabled: string;
  start(parameters: AuthParameters, pool: Pool): Answer | Promise<Answer>;
}

export const flows: Partial<Record<string, Flow>> = {
  ADMIN_USER_PASSWORD_AUTH: adminUserPassword,
  CUSTOM_AUTH: customAuth,
  REFRESH_TOKEN_AUTH: refreshToken,
  USER_AUTH: userAuth,
  USER_PASSWORD_AUTH: userPassword,
  USER_SRP_AUTH: userSrp,
};
