/** Administrators' operations on users: create, list, get, enable, disable, delete, change, sign out. */
import { z } from "zod";
import { invalidParameter, usernameExists } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import * as member from "../request/input.ts";
import { pageOf } from "../request/input.ts";
import { defineAdminOperation, defineSignedOperation, type Operations } from "../request/operation.ts";
import { runPreSignUp } from "../triggers/user.ts";
import { readAttributes, writeAttributes } from "../users/attributes.ts";
import { requirePolicy } from "../users/password-policy.ts";
import * as users from "../users/users.ts";

const creation = z.object({
  Username: member.userName,
  UserAttributes: member.attributes.optional(),
  TemporaryPassword: member.password,
  /** The invitation is not emulated: the portal sends none. */
  MessageAction: z.literal("SUPPRESS"),
  ClientMetadata: member.textMap,
});
const page = z.object({ ...member.page, Filter: member.filter });
/** The portal sets no other temporary password. */
const password = z.object({ Password: member.password, Permanent: z.literal(true) });
const attributes = z.object({ UserAttributes: member.attributes, ClientMetadata: member.textMap });
const nothing = z.object({});

export const adminOperations: Operations = {
  /** A user with a temporary password. */
  AdminCreateUser: defineSignedOperation(creation, async (input, pool) => {
    requirePolicy(pool.settings.passwordPolicy, input.TemporaryPassword);
    const user = await newUser(pool, input);
    return { User: { ...users.userSummary(user), Attributes: users.attributeList(user) } };
  }),

  /** Source: API reference; developer guide, "Searching for users". */
  ListUsers: defineSignedOperation(page, (input, pool) => {
    const fits = input.Filter ? readFilter(input.Filter) : () => true;
    const { page, ...next } = pageOf([...pool.state.users.values()].filter(fits), input);
    const Users = page.map((user) => ({
      ...users.userSummary(user),
      Attributes: users.attributeList(user),
    }));
    return { Users, ...next };
  }),

  AdminGetUser: defineAdminOperation(nothing, (user) => ({
    ...users.userSummary(user),
    UserAttributes: users.attributeList(user),
  })),

  AdminEnableUser: defineAdminOperation(nothing, (user, _input, pool) =>
    users.changeUser(pool, user, { enabled: true }),
  ),

  AdminDisableUser: defineAdminOperation(nothing, (user, _input, pool) => {
    users.changeUser(pool, user, { enabled: false });
    users.revokeSignIns(pool, user);
  }),

  AdminDeleteUser: defineAdminOperation(nothing, (user, _input, pool) => {
    // Sessions and tokens of the user find nobody from now on.
    pool.state.users.delete(users.userKeyOf(pool, user.userName));
  }),

  AdminUserGlobalSignOut: defineAdminOperation(nothing, (user, _input, pool) =>
    users.revokeSignIns(pool, user),
  ),

  /** Signs nobody out: that is AdminUserGlobalSignOut's. */
  AdminSetUserPassword: defineAdminOperation(password, (user, input, pool) => {
    requirePolicy(pool.settings.passwordPolicy, input.Password);
    users.setPassword(pool, user, input.Password);
    users.changeUser(pool, user, { status: "CONFIRMED" });
  }),

  AdminUpdateUserAttributes: defineAdminOperation(attributes, async (user, input, pool) => {
    const wanted = readAttributes(input.UserAttributes, { asAdministrator: true });
    await writeAttributes(pool, user, wanted);
  }),
};

async function newUser(pool: Pool, input: z.infer<typeof creation>): Promise<User> {
  const { Username: userName, TemporaryPassword: password } = input;
  const attributes = readAttributes(input.UserAttributes ?? [], { asAdministrator: true });
  await runPreSignUp(pool, "PreSignUp_AdminCreateUser", userName, attributes);
  if (users.findUser(pool, userName)) throw usernameExists("User account already exists");
  return users.addUser(pool, { userName, password, attributes, status: "FORCE_CHANGE_PASSWORD" });
}

const searchable: Readonly<Record<string, (user: User) => string | undefined>> = {
  "cognito:user_status": ({ status }) => status,
  email: ({ attributes }) => attributes.email,
};

/** `email = "a@example.jp"`, by the attributes that the portal looks for, in any case of letters. Throws InvalidParameterException. */
function readFilter(filter: string): (user: User) => boolean {
  const [, name = "", quoted = ""] = /^\s*([\w:]+)\s*=\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  const read = searchable[name];
  if (!read) throw invalidParameter("Error while parsing filter.");
  const wanted = quoted.replace(/\\(.)/g, "$1").toLowerCase();
  return (user) => read(user)?.toLowerCase() === wanted;
}
