/** AdminSetUserPassword. */
import { z } from "zod";
import * as member from "../request/input.ts";
import { defineAdminOperation } from "../request/user-operation.ts";
import { requirePolicy } from "../users/password-policy.ts";
import { changeUser, setPassword, setTemporaryPassword } from "../users/users.ts";

const setInput = z.object({ Password: member.password, Permanent: member.flag });

/** Signs nobody out: that is AdminUserGlobalSignOut's. */
export const adminSetUserPassword = defineAdminOperation(
  "AdminSetUserPassword",
  setInput,
  (user, input, pool) => {
    requirePolicy(pool.settings.passwordPolicy, input.Password);
    if (!input.Permanent) {
      setTemporaryPassword(pool, user, input.Password);
      return {};
    }
    setPassword(pool, user, input.Password);
    changeUser(pool, user, { status: "CONFIRMED" });
    return {};
  },
);
