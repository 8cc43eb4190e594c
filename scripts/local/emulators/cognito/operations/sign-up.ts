/** SignUp, ConfirmSignUp, ResendConfirmationCode. */
import { redeemCode, sendCode, simulatedDelivery } from "../codes.ts";
import { expiredCode, invalidParameter, notAuthorized, usernameExists } from "../errors.ts";
import { countCall } from "../limits.ts";
import type { MessageSource } from "../messages.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import * as member from "../request/input.ts";
import { defineOperation, type Operations } from "../request/operation.ts";
import { runPostConfirmation, runPreSignUp } from "../triggers/user.ts";
import { readAttributes, requireRequiredAttributes } from "../users/attributes.ts";
import { requirePolicy } from "../users/password-policy.ts";
import { addUser, changeUser, findUser, userKeyOf } from "../users/users.ts";

const signUpInput = member.codeRequest.extend({
  Password: member.password,
  UserAttributes: member.attributes.optional(),
});

export const signUpOperations: Operations = {
  SignUp: defineOperation(signUpInput, async (input, pool) => {
    requirePolicy(pool.settings.passwordPolicy, input.Password);
    const attributes = readAttributes(input.UserAttributes ?? [], { custom: pool.settings.customAttributes });
    requireRequiredAttributes(pool, attributes);
    await runPreSignUp(pool, "PreSignUp_SignUp", input.Username, attributes);
    if (findUser(pool, input.Username)) throw usernameExists();
    const user = addUser(pool, {
      userName: input.Username,
      password: input.Password,
      attributes,
      status: "UNCONFIRMED",
    });
    const sent = await sendSignUpCode(pool, user, "CustomMessage_SignUp");
    return { UserConfirmed: false, UserSub: user.sub, ...sent };
  }),

  ConfirmSignUp: defineOperation(member.codeAnswer, async (input, pool) => {
    const user = findUser(pool, input.Username);
    if (!user) throw expiredCode();
    if (user.status !== "UNCONFIRMED") {
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    }
    redeemCode(pool, user, "signUp", input.ConfirmationCode);
    changeUser(pool, user, {
      status: "CONFIRMED",
      attributes: { ...user.attributes, email_verified: "true" },
    });
    await runPostConfirmation(pool, user, "PostConfirmation_ConfirmSignUp");
  }),

  ResendConfirmationCode: defineOperation(member.codeRequest, async (input, pool) => {
    const user = findUser(pool, input.Username);
    if (user && user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
    countCall(pool, "ResendConfirmationCode", userKeyOf(pool, input.Username));
    if (!user) return { CodeDeliveryDetails: simulatedDelivery(pool, input.Username) };
    return sendSignUpCode(pool, user, "CustomMessage_ResendCode");
  }),
};

async function sendSignUpCode(pool: Pool, user: User, source: MessageSource) {
  const { email: to = "" } = user.attributes;
  return { CodeDeliveryDetails: await sendCode(pool, user, "signUp", { source, to }) };
}
