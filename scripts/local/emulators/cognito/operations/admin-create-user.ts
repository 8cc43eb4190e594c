/** AdminCreateUser: a user with a temporary password, which is mailed. */
import { z } from "zod";
import { usernameExists } from "../errors.ts";
import { sendMessage } from "../messages.ts";
import { type Pool, requirePool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { authorizeCaller } from "../request/authorize-caller.ts";
import * as member from "../request/input.ts";
import { defineOperation } from "../request/operation.ts";
import { runPreSignUp } from "../triggers/pre-sign-up.ts";
import { readAttributes } from "../users/attributes.ts";
import { requirePolicy } from "../users/password-policy.ts";
import { addUser, attributeList, findUser, setTemporaryPassword, userSummary } from "../users/users.ts";

const input = z.object({
  UserPoolId: member.userPoolId,
  Username: member.userName,
  UserAttributes: member.attributes.optional(),
  TemporaryPassword: member.password,
  MessageAction: z.literal("SUPPRESS").optional(),
  ClientMetadata: member.textMap,
});
type Input = z.infer<typeof input>;

export const adminCreateUser = defineOperation(input, async (request, pool, signed) => {
  await authorizeCaller(signed, pool, "cognito-idp:AdminCreateUser");
  requirePool(pool, request.UserPoolId);
  requirePolicy(pool.settings.passwordPolicy, request.TemporaryPassword);
  const user = await newUser(pool, request);
  setTemporaryPassword(pool, user, request.TemporaryPassword);
  const to = request.MessageAction === "SUPPRESS" ? undefined : user.attributes.email;
  if (to !== undefined) {
    const message = { source: "CustomMessage_AdminCreateUser", code: request.TemporaryPassword } as const;
    await sendMessage(pool, user, { ...message, to, clientMetadata: request.ClientMetadata });
  }
  return { User: { ...userSummary(user), Attributes: attributeList(user) } };
});

async function newUser(pool: Pool, request: Input): Promise<User> {
  const attributes = readAttributes(request.UserAttributes ?? [], { asAdministrator: true });
  await runPreSignUp(pool, {
    userName: request.Username,
    triggerSource: "PreSignUp_AdminCreateUser",
    userAttributes: attributes,
    clientMetadata: request.ClientMetadata,
  });
  if (findUser(pool, request.Username)) throw usernameExists("User account already exists");
  const { Username: userName, TemporaryPassword: password } = request;
  return addUser(pool, { userName, password, attributes, status: "FORCE_CHANGE_PASSWORD" });
}
