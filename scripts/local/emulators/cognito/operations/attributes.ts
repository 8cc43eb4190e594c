/** GetUser, UpdateUserAttributes, GetUserAttributeVerificationCode, VerifyUserAttribute. */
import { z } from "zod";
import { readAttributes } from "../attributes.ts";
import { type CodeDeliveryDetails, redeemCode, sendCode } from "../codes.ts";
import { invalidParameter } from "../errors.ts";
import * as member from "../input.ts";
import { countCall } from "../limits.ts";
import { defineOperation } from "../operation.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../state.ts";
import { requireAccessToken } from "../tokens/verify.ts";
import { attributeList, changeUser } from "../users.ts";

export const getUser = defineOperation(z.object({ AccessToken: member.token }), async (input, pool) => {
  const { user } = await requireAccessToken(pool, input.AccessToken);
  return { Username: user.userName, UserAttributes: attributeList(user) };
});

const updateInput = z.object({
  AccessToken: member.token,
  UserAttributes: member.attributes,
  ClientMetadata: member.textMap,
});

export const updateUserAttributes = defineOperation(updateInput, async (input, pool) => {
  const { user } = await requireAccessToken(pool, input.AccessToken);
  const { email, ...others } = readAttributes(input.UserAttributes);
  changeUser(pool, user, { attributes: { ...user.attributes, ...others } });
  const sent = email === undefined ? undefined : changeEmail(pool, user, email);
  return { CodeDeliveryDetailsList: sent ? [sent] : [] };
});

/** The same address again sends nothing, and withdraws a change that was still waiting for its code. */
function changeEmail(pool: Pool, user: User, email: string): CodeDeliveryDetails | undefined {
  const { attributesRequireVerificationBeforeUpdate, autoVerifiedAttributes } = pool.settings;
  if (email === user.attributes.email) {
    user.pendingAttributes = {};
    delete user.codes.email;
    return undefined;
  }
  if (attributesRequireVerificationBeforeUpdate.includes("email")) {
    user.pendingAttributes = { email };
  } else {
    changeUser(pool, user, { attributes: { ...user.attributes, email, email_verified: "false" } });
  }
  return autoVerifiedAttributes.includes("email") ? sendCode(pool, user, "email", email) : undefined;
}

const codeInput = z.object({ AccessToken: member.token, AttributeName: member.attributeName });

export const getUserAttributeVerificationCode = defineOperation(codeInput, async (input, pool) => {
  const { user, userKey } = await requireAccessToken(pool, input.AccessToken);
  requireVerifiable(input.AttributeName);
  const email = user.pendingAttributes.email ?? user.attributes.email;
  if (email === undefined) throw invalidParameter("Unable to verify attribute: email no value set to verify");
  countCall(pool, "GetUserAttributeVerificationCode", userKey);
  return { CodeDeliveryDetails: sendCode(pool, user, "email", email) };
});

const verifyInput = z.object({
  AccessToken: member.token,
  AttributeName: member.attributeName,
  Code: member.confirmationCode,
});

export const verifyUserAttribute = defineOperation(verifyInput, async (input, pool) => {
  const { user } = await requireAccessToken(pool, input.AccessToken);
  requireVerifiable(input.AttributeName);
  const { destination } = redeemCode(pool, user, "email", input.Code);
  user.pendingAttributes = {};
  changeUser(pool, user, {
    attributes: { ...user.attributes, email: destination, email_verified: "true" },
  });
  return {};
});

function requireVerifiable(attributeName: string): void {
  if (attributeName === "email") return;
  throw invalidParameter(`Unable to verify attribute: ${attributeName} no value set to verify`);
}
