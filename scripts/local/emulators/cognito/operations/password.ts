/** ForgotPassword, ConfirmForgotPassword, ChangePassword. */
import { z } from "zod";
import { redeemCode, sendCode, simulatedDelivery } from "../codes.ts";
import { codeMismatch, incorrectUsernameOrPassword, notAuthorized } from "../errors.ts";
import { countCall, forgiveWrongPasswords } from "../limits.ts";
import { requireClient } from "../pool.ts";
import type { User } from "../records/user.ts";
import * as member from "../request/input.ts";
import { defineOperation } from "../request/operation.ts";
import { isPassword } from "../srp/password.ts";
import { requireAccessToken } from "../tokens/verify.ts";
import { runPostConfirmation } from "../triggers/post-confirmation.ts";
import { requirePolicy } from "../users/password-policy.ts";
import { changeUser, findUser, setPassword, userKeyOf } from "../users/users.ts";

/** Throws NotAuthorizedException for users who have no password of their own yet. */
function requireResettable({ status }: User): void {
  if (status === "FORCE_CHANGE_PASSWORD") {
    throw notAuthorized("User password cannot be reset in the current state.");
  }
}

/** Where a code that resets the password may go. */
function provenEmail({ attributes }: User): string | undefined {
  return attributes.email_verified === "true" ? attributes.email : undefined;
}

/** Users without a proven address cannot be reached; the pool keeps that to itself as it does for unknown ones. */
export const forgotPassword = defineOperation(member.codeRequest, async (input, pool) => {
  requireClient(pool, input.ClientId);
  const user = findUser(pool, input.Username);
  if (user) requireResettable(user);
  const to = user && provenEmail(user);
  countCall(pool, "ForgotPassword", userKeyOf(pool, input.Username));
  if (!user || to === undefined) return { CodeDeliveryDetails: simulatedDelivery(pool, input.Username) };
  const message = {
    source: "CustomMessage_ForgotPassword",
    to,
    clientMetadata: input.ClientMetadata,
  } as const;
  return { CodeDeliveryDetails: await sendCode(pool, user, "forgotPassword", message) };
});

const confirmInput = member.codeAnswer.extend({ Password: member.password });

export const confirmForgotPassword = defineOperation(confirmInput, async (input, pool) => {
  requireClient(pool, input.ClientId);
  requirePolicy(pool.settings.passwordPolicy, input.Password);
  const user = findUser(pool, input.Username);
  if (!user) throw codeMismatch();
  redeemCode(pool, user, "forgotPassword", input.ConfirmationCode);
  setPassword(pool, user, input.Password);
  changeUser(pool, user, { status: "CONFIRMED" });
  forgiveWrongPasswords(pool, userKeyOf(pool, user.userName));
  await runPostConfirmation(pool, user, "PostConfirmation_ConfirmForgotPassword", input.ClientMetadata);
  return {};
});

const changeInput = z.object({
  AccessToken: member.token,
  PreviousPassword: member.password,
  ProposedPassword: member.password,
});

export const changePassword = defineOperation(changeInput, async (input, pool) => {
  const { user, userKey } = await requireAccessToken(pool, input.AccessToken);
  countCall(pool, "ChangePassword", userKey);
  const owner = { poolName: pool.poolName, userName: user.userName };
  if (!isPassword(owner, user.password, input.PreviousPassword)) throw incorrectUsernameOrPassword();
  requirePolicy(pool.settings.passwordPolicy, input.ProposedPassword);
  setPassword(pool, user, input.ProposedPassword);
  return {};
});
