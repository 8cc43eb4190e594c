/** AdminCreateUser: a user with a temporary password, which goes out by mail or SMS. */
import { randomInt } from "node:crypto";
import { z } from "zod";
import { asMap, readAttributes } from "../attributes.ts";
import { authorizeCaller } from "../authorize-caller.ts";
import { unsupportedUserState, userDoesNotExist, usernameExists } from "../errors.ts";
import * as member from "../input.ts";
import { sendMessage } from "../messages.ts";
import { defineOperation } from "../operation.ts";
import { requirePolicy } from "../password-policy.ts";
import { type Pool, requirePool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { runPreSignUp } from "../triggers/pre-sign-up.ts";
import { addUser, attributeList, findUser, setTemporaryPassword, userSummary } from "../users.ts";

const input = z.object({
  UserPoolId: member.userPoolId,
  Username: member.userName,
  UserAttributes: member.attributes.optional(),
  ValidationData: member.attributes.optional(),
  TemporaryPassword: member.password.optional(),
  ForceAliasCreation: member.flag,
  MessageAction: member.word(["RESEND", "SUPPRESS"]).optional(),
  DesiredDeliveryMediums: z.array(member.word(["SMS", "EMAIL"])).optional(),
  ClientMetadata: member.textMap,
});
type Input = z.infer<typeof input>;

export const adminCreateUser = defineOperation(input, async (request, pool, signed) => {
  await authorizeCaller(signed, pool, "cognito-idp:AdminCreateUser");
  requirePool(pool, request.UserPoolId);
  const password = request.TemporaryPassword ?? randomPassword(pool);
  requirePolicy(pool.settings.passwordPolicy, password);
  const user =
    request.MessageAction === "RESEND" ? invitedUser(pool, request) : await newUser(pool, request, password);
  setTemporaryPassword(pool, user, password);
  if (request.MessageAction !== "SUPPRESS") await invite(pool, user, password, request);
  return { User: { ...userSummary(user), Attributes: attributeList(user) } };
});

async function newUser(pool: Pool, request: Input, password: string): Promise<User> {
  const attributes = readAttributes(request.UserAttributes ?? [], { asAdministrator: true });
  await runPreSignUp(pool, {
    userName: request.Username,
    triggerSource: "PreSignUp_AdminCreateUser",
    userAttributes: attributes,
    validationData: request.ValidationData && asMap(request.ValidationData),
    clientMetadata: request.ClientMetadata,
  });
  if (findUser(pool, request.Username)) throw usernameExists("User account already exists");
  return addUser(pool, { userName: request.Username, password, attributes, status: "FORCE_CHANGE_PASSWORD" });
}

/** Throws UnsupportedUserStateException for somebody who has a password of their own. */
function invitedUser(pool: Pool, { Username }: Input): User {
  const user = findUser(pool, Username);
  if (!user) throw userDoesNotExist();
  if (user.status === "FORCE_CHANGE_PASSWORD") return user;
  throw unsupportedUserState(`Resend not possible. ${Username} status is not FORCE_CHANGE_PASSWORD`);
}

/** By the mediums that were asked for; by SMS where there is a number, otherwise. */
async function invite(pool: Pool, user: User, password: string, request: Input): Promise<void> {
  const { email, phone_number } = user.attributes;
  const mediums = request.DesiredDeliveryMediums ?? [phone_number === undefined ? "EMAIL" : "SMS"];
  const destinations = mediums.map((medium) => (medium === "EMAIL" ? email : phone_number));
  const message = { source: "CustomMessage_AdminCreateUser", code: password } as const;
  for (const to of destinations.filter((each) => each !== undefined)) {
    await sendMessage(pool, user, { ...message, to, clientMetadata: request.ClientMetadata });
  }
}

/** Fits every policy. */
function randomPassword(pool: Pool): string {
  const letters = "abcdefghijkmnpqrstuvwxyz";
  const length = Math.max(pool.settings.passwordPolicy.minimumLength, 8) - 3;
  const rest = Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
  return `A${rest}${randomInt(10)}!`;
}
