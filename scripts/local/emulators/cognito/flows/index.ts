/** Every `AuthFlow` that InitiateAuth can start here. */

import { customAuth } from "./custom-auth.ts";
import type { Flow } from "./flow.ts";
import { refreshToken } from "./refresh-token.ts";
import { userAuth } from "./user-auth.ts";
import { adminUserPassword, userPassword } from "./user-password.ts";
import { userSrp } from "./user-srp.ts";

export const flows: Partial<Record<string, Flow>> = {
  ADMIN_USER_PASSWORD_AUTH: adminUserPassword,
  CUSTOM_AUTH: customAuth,
  REFRESH_TOKEN_AUTH: refreshToken,
  USER_AUTH: userAuth,
  USER_PASSWORD_AUTH: userPassword,
  USER_SRP_AUTH: userSrp,
};
