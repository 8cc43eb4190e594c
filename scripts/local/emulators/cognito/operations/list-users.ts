/** ListUsers. Source: API reference; developer guide, "Searching for users". */
import { z } from "zod";
import { invalidParameter } from "../errors.ts";
import { requirePool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { authorizeCaller } from "../request/authorize-caller.ts";
import * as member from "../request/input.ts";
import { defineOperation } from "../request/operation.ts";
import { pageOf } from "../request/paging.ts";
import { attributeList, userSummary } from "../users/users.ts";

const input = z.object({
  UserPoolId: member.userPoolId,
  Limit: member.limit,
  PaginationToken: member.paginationToken,
  Filter: member.filter,
});

export const listUsers = defineOperation(input, async (request, pool, signed) => {
  await authorizeCaller(signed, pool, "cognito-idp:ListUsers");
  requirePool(pool, request.UserPoolId);
  const fits = request.Filter ? readFilter(request.Filter) : () => true;
  const { page, ...next } = pageOf([...pool.state.users.values()].filter(fits), request);
  return { Users: page.map((user) => ({ ...userSummary(user), Attributes: attributeList(user) })), ...next };
});

const searchable: Readonly<Record<string, (user: User) => string | undefined>> = {
  "cognito:user_status": ({ status }) => status,
  email: ({ attributes }) => attributes.email,
};

/** `email = "a@example.jp"`, by the attributes that the portal looks for. Throws InvalidParameterException. */
function readFilter(filter: string): (user: User) => boolean {
  const [, name = "", quoted = ""] = /^\s*([\w:]+)\s*=\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  const read = searchable[name];
  if (!read) throw invalidParameter("Error while parsing filter.");
  const wanted = quoted.replace(/\\(.)/g, "$1");
  return (user) => read(user) === wanted;
}
