/** Operations for AWS credentials: AdminGetUser. */
import { z } from "zod";
import { authorizeCaller } from "../authorize-caller.ts";
import { userNotFound } from "../errors.ts";
import * as member from "../input.ts";
import { defineOperation } from "../operation.ts";
import { requirePool } from "../pool.ts";
import { attributeList, findUserOrSub } from "../users.ts";

const adminGetUserInput = z.object({ UserPoolId: member.userPoolId, Username: member.userName });

export const adminGetUser = defineOperation(adminGetUserInput, async (input, pool, request) => {
  await authorizeCaller(request, pool, "cognito-idp:AdminGetUser");
  requirePool(pool, input.UserPoolId);
  const user = findUserOrSub(pool, input.Username);
  if (!user) throw userNotFound("User does not exist.");
  return {
    Username: user.userName,
    UserAttributes: attributeList(user),
    UserCreateDate: user.createdAt / 1000,
    UserLastModifiedDate: user.modifiedAt / 1000,
    Enabled: true,
    UserStatus: user.status,
  };
});
