/** ForgotPassword, ConfirmForgotPassword, ChangePassword. */
import { z } from "zod";
import { redeemCode, sendCode, simulatedDelivery } from "../codes.ts";
import { codeMismatch, incorrectUsernameOrPassword, notAuthorized } from "../errors.ts";
import { countCall, forgiveWrongPasswords } from "../limits.ts";
import type { User } from "../records/user.ts";
import * as member from "../request/input.ts";
import { defineOperation, defineUserOperation, type Operations } from "../request/operation.ts";
import { isPassword } from "../srp/password.ts";
import { runPostConfirmation } from "../triggers/user.ts";
import { requirePolicy } from "../users/password-policy.ts";
import { changeUser, findUser, setPassword, userKeyOf } from "../users/users.ts";

const confirmation = member.codeAnswer.extend({ Password: member.password });
const change = z.object({ PreviousPassword: member.password, ProposedPassword: member.password });

export const passwordOperations: Operations = {
  /** Users without a proven address cannot be reached; the pool keeps that to itself as it does for unknown ones. */
  ForgotPassword: defineOperation(member.codeRequest, async (input, pool) => {
    const user = findUser(pool, input.Username);
    if (user) requireResettable(user);
    const to = user && provenEmail(user);
    countCall(pool, "ForgotPassword", userKeyOf(pool, input.Username));
    if (!user || to === undefined) return { CodeDeliveryDetails: simulatedDelivery(pool, input.Username) };
    const source = "CustomMessage_ForgotPassword";
    return { CodeDeliveryDetails: await sendCode(pool, user, "forgotPassword", { source, to }) };
  }),

  ConfirmForgotPassword: defineOperation(confirmation, async (input, pool) => {
    requirePolicy(pool.settings.passwordPolicy, input.Password);
    const user = findUser(pool, input.Username);
    if (!user) throw codeMismatch();
    redeemCode(pool, user, "forgotPassword", input.ConfirmationCode);
    setPassword(pool, user, input.Password);
    changeUser(pool, user, { status: "CONFIRMED" });
    forgiveWrongPasswords(pool, userKeyOf(pool, user.userName));
    await runPostConfirmation(pool, user, "PostConfirmation_ConfirmForgotPassword");
  }),

  ChangePassword: defineUserOperation(change, ({ user, userKey }, input, pool) => {
    countCall(pool, "ChangePassword", userKey);
    if (!isPassword(pool, user, input.PreviousPassword)) throw incorrectUsernameOrPassword();
    requirePolicy(pool.settings.passwordPolicy, input.ProposedPassword);
    setPassword(pool, user, input.ProposedPassword);
  }),
};

/** Throws NotAuthorizedException for users who have no password of their own yet. */
function requireResettable({ status }: User): void {
  if (status === "FORCE_CHANGE_PASSWORD") {
    throw notAuthorized("User password cannot be reset in the current state.");
  }
}

/** The possible destinations of a code that resets the password. */
function provenEmail({ attributes }: User): string | undefined {
  return attributes.email_verified === "true" ? attributes.email : undefined;
}
