/** GetUser, UpdateUserAttributes, GetUserAttributeVerificationCode, VerifyUserAttribute. */
import { z } from "zod";
import { redeemCode, sendCode } from "../codes.ts";
import { invalidParameter } from "../errors.ts";
import { countCall } from "../limits.ts";
import { mfaSettings } from "../mfa/factors.ts";
import * as member from "../request/input.ts";
import { defineOperation } from "../request/operation.ts";
import { requireAccessToken } from "../tokens/verify.ts";
import { readAttributes } from "../users/attributes.ts";
import { attributeList, changeUser } from "../users/users.ts";
import { writeAttributes } from "../users/write-attributes.ts";

const tokenInput = z.object({ AccessToken: member.token });

export const getUser = defineOperation(tokenInput, async (input, pool) => {
  const { user } = await requireAccessToken(pool, input.AccessToken);
  return { Username: user.userName, UserAttributes: attributeList(user), ...mfaSettings(user) };
});

const updateInput = z.object({
  AccessToken: member.token,
  UserAttributes: member.attributes,
  ClientMetadata: member.textMap,
});

export const updateUserAttributes = defineOperation(updateInput, async (input, pool) => {
  const { user } = await requireAccessToken(pool, input.AccessToken);
  const attributes = readAttributes(input.UserAttributes);
  const sent = await writeAttributes(pool, user, attributes, input.ClientMetadata);
  return { CodeDeliveryDetailsList: sent ? [sent] : [] };
});

const codeInput = z.object({
  AccessToken: member.token,
  AttributeName: member.attributeName,
  ClientMetadata: member.textMap,
});

export const getUserAttributeVerificationCode = defineOperation(codeInput, async (input, pool) => {
  const { user, userKey } = await requireAccessToken(pool, input.AccessToken);
  requireVerifiable(input.AttributeName);
  const to = user.pendingAttributes.email ?? user.attributes.email;
  if (to === undefined) throw invalidParameter("Unable to verify attribute: email no value set to verify");
  countCall(pool, "GetUserAttributeVerificationCode", userKey);
  const message = { source: "CustomMessage_VerifyUserAttribute", to } as const;
  const clientMetadata = input.ClientMetadata;
  return { CodeDeliveryDetails: await sendCode(pool, user, "email", { ...message, clientMetadata }) };
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
