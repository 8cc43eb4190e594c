/** AdminSetUserPassword and AdminResetUserPassword. */
import { z } from "zod";
import { sendCode } from "../codes.ts";
import * as member from "../input.ts";
import { requirePolicy } from "../password-policy.ts";
import { notReachable, provenEmail, requireResettable } from "../password-reset.ts";
import { defineAdminOperation } from "../user-operation.ts";
import { changeUser, setPassword, setTemporaryPassword } from "../users.ts";

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

const resetInput = z.object({ ClientMetadata: member.textMap });

/** Mails a code; until it is redeemed (ConfirmForgotPassword) the user cannot sign in. */
export const adminResetUserPassword = defineAdminOperation(
  "AdminResetUserPassword",
  resetInput,
  async (user, { ClientMetadata: clientMetadata }, pool) => {
    requireResettable(user);
    const to = provenEmail(user);
    if (to === undefined) throw notReachable();
    await sendCode(pool, user, "forgotPassword", {
      source: "CustomMessage_ForgotPassword",
      to,
      clientMetadata,
    });
    changeUser(pool, user, { status: "RESET_REQUIRED" });
    return {};
  },
);
