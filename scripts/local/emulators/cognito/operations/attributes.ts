/** GetUser, UpdateUserAttributes, VerifyUserAttribute. */
import { z } from "zod";
import { redeemCode } from "../codes.ts";
import { invalidParameter } from "../errors.ts";
import { mfaSettings } from "../mfa/factors.ts";
import * as member from "../request/input.ts";
import { defineUserOperation, type Operations } from "../request/operation.ts";
import { readAttributes, writeAttributes } from "../users/attributes.ts";
import { attributeList, changeUser } from "../users/users.ts";

const update = z.object({ UserAttributes: member.attributes, ClientMetadata: member.textMap });
const codeAnswer = z.object({ AttributeName: member.attributeName, Code: member.confirmationCode });

export const attributeOperations: Operations = {
  GetUser: defineUserOperation(z.object({}), ({ user }) => ({
    Username: user.userName,
    UserAttributes: attributeList(user),
    ...mfaSettings(user),
  })),

  UpdateUserAttributes: defineUserOperation(update, async ({ user }, input, pool) => {
    const attributes = readAttributes(input.UserAttributes);
    const sent = await writeAttributes(pool, user, attributes);
    return { CodeDeliveryDetailsList: sent ? [sent] : [] };
  }),

  VerifyUserAttribute: defineUserOperation(codeAnswer, ({ user }, input, pool) => {
    requireVerifiable(input.AttributeName);
    const { destination } = redeemCode(pool, user, "email", input.Code);
    changeUser(pool, user, {
      attributes: { ...user.attributes, email: destination, email_verified: "true" },
    });
  }),
};

function requireVerifiable(attributeName: string): void {
  if (attributeName === "email") return;
  throw invalidParameter(`Unable to verify attribute: ${attributeName} no value set to verify`);
}
