/** SignUp, ConfirmSignUp, ResendConfirmationCode. */
import { z } from "zod";
import { type AttributeInput, readAttributes, requireRequiredAttributes } from "../attributes.ts";
import { redeemCode, sendCode, simulatedDelivery } from "../codes.ts";
import { expiredCode, invalidParameter, notAuthorized, userNotFound, usernameExists } from "../errors.ts";
import * as member from "../input.ts";
import { countCall } from "../limits.ts";
import { defineOperation } from "../operation.ts";
import { requirePolicy } from "../password-policy.ts";
import { type Pool, requireClient } from "../pool.ts";
import type { User } from "../state.ts";
import { runPreSignUp } from "../triggers.ts";
import { addUser, changeUser, findUser, userKeyOf } from "../users.ts";

const signUpInput = z.object({
  ClientId: member.clientId,
  SecretHash: member.secretHash,
  Username: member.userName,
  Password: member.password,
  UserAttributes: member.attributes.optional(),
  ValidationData: member.attributes.optional(),
  ClientMetadata: member.textMap,
});

export const signUp = defineOperation(signUpInput, async (input, pool) => {
  requireClient(pool, input.ClientId, input.SecretHash);
  requirePolicy(pool.settings.passwordPolicy, input.Password);
  const attributes = readAttributes(input.UserAttributes ?? []);
  requireRequiredAttributes(pool, attributes);
  const verdict = await runPreSignUp(pool, {
    userName: input.Username,
    userAttributes: attributes,
    validationData: input.ValidationData && asMap(input.ValidationData),
    clientMetadata: input.ClientMetadata,
  });
  if (findUser(pool, input.Username)) throw usernameExists();
  const user = addUser(pool, {
    userName: input.Username,
    password: input.Password,
    attributes: { ...attributes, ...(verdict.autoVerifyEmail ? { email_verified: "true" } : {}) },
    status: verdict.autoConfirmUser ? "CONFIRMED" : "UNCONFIRMED",
  });
  return {
    UserConfirmed: verdict.autoConfirmUser,
    UserSub: user.sub,
    ...(verdict.autoConfirmUser ? {} : sendSignUpCode(pool, user)),
  };
});

const confirmInput = z.object({
  ClientId: member.clientId,
  SecretHash: member.secretHash,
  Username: member.userName,
  ConfirmationCode: member.confirmationCode,
});

export const confirmSignUp = defineOperation(confirmInput, (input, pool) => {
  requireClient(pool, input.ClientId, input.SecretHash);
  const user = findUser(pool, input.Username);
  if (!user) throw unknownUser(pool) ?? expiredCode();
  if (user.status !== "UNCONFIRMED") {
    throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
  }
  redeemCode(pool, user, "signUp", input.ConfirmationCode);
  changeUser(pool, user, {
    status: "CONFIRMED",
    attributes: { ...user.attributes, email_verified: "true" },
  });
  return {};
});

const resendInput = z.object({
  ClientId: member.clientId,
  SecretHash: member.secretHash,
  Username: member.userName,
});

export const resendConfirmationCode = defineOperation(resendInput, (input, pool) => {
  requireClient(pool, input.ClientId, input.SecretHash);
  const user = findUser(pool, input.Username);
  const refusal = user ? undefined : unknownUser(pool);
  if (refusal) throw refusal;
  if (user && user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
  countCall(pool, "ResendConfirmationCode", userKeyOf(pool, input.Username));
  if (!user) return { CodeDeliveryDetails: simulatedDelivery(pool, input.Username) };
  return sendSignUpCode(pool, user);
});

function sendSignUpCode(pool: Pool, user: User) {
  const { email } = user.attributes;
  if (email === undefined || !pool.settings.autoVerifiedAttributes.includes("email")) return {};
  return { CodeDeliveryDetails: sendCode(pool, user, "signUp", email) };
}

function unknownUser(pool: Pool) {
  if (pool.settings.client.preventUserExistenceErrors) return undefined;
  return userNotFound("Username/client id combination not found.");
}

function asMap(attributes: readonly AttributeInput[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ Name, Value = "" }) => [Name, Value]));
}
