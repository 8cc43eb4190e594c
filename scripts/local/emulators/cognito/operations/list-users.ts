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
  AttributesToGet: z.array(member.attributeName).optional(),
  Limit: member.limit,
  PaginationToken: member.paginationToken,
  Filter: member.filter,
});

export const listUsers = defineOperation(input, async (request, pool, signed) => {
  await authorizeCaller(signed, pool, "cognito-idp:ListUsers");
  requirePool(pool, request.UserPoolId);
  const fits = request.Filter ? readFilter(request.Filter) : () => true;
  const { page, ...next } = pageOf([...pool.state.users.values()].filter(fits), request);
  const wanted = request.AttributesToGet;
  const shown = (name: string) => !wanted || wanted.includes(name);
  return {
    Users: page.map((user) => ({
      ...userSummary(user),
      Attributes: attributeList(user).filter(({ Name }) => shown(Name)),
    })),
    ...next,
  };
});

const searchable: Readonly<Record<string, (user: User) => string | undefined>> = {
  username: ({ userName }) => userName,
  sub: ({ sub }) => sub,
  "cognito:user_status": ({ status }) => status,
  status: ({ enabled }) => (enabled ? "Enabled" : "Disabled"),
  ...Object.fromEntries(
    ["email", "phone_number", "name", "given_name", "family_name", "preferred_username"].map((name) => [
      name,
      ({ attributes }: User) => attributes[name],
    ]),
  ),
};

/** `email = "a@example.jp"`, or `^=` for what it begins with. Throws InvalidParameterException. */
function readFilter(filter: string): (user: User) => boolean {
  const [, name = "", operator, quoted = ""] =
    /^\s*([\w:]+)\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  const read = searchable[name];
  if (!read) throw invalidParameter("Error while parsing filter.");
  const wanted = quoted.replace(/\\(.)/g, "$1");
  return (user) => {
    const value = read(user);
    return operator === "=" ? value === wanted : value?.startsWith(wanted) === true;
  };
}
