/** What administrators do with one user: AdminGetUser, Enable, Disable, Delete, UpdateUserAttributes, UserGlobalSignOut. */
import { z } from "zod";
import * as member from "../request/input.ts";
import { defineAdminOperation } from "../request/user-operation.ts";
import { readAttributes } from "../users/attributes.ts";
import { attributeList, changeUser, removeUser, revokeSignIns, userSummary } from "../users/users.ts";
import { writeAttributes } from "../users/write-attributes.ts";

const nothing = z.object({});

export const adminGetUser = defineAdminOperation("AdminGetUser", nothing, (user) => ({
  ...userSummary(user),
  UserAttributes: attributeList(user),
}));

export const adminEnableUser = defineAdminOperation("AdminEnableUser", nothing, (user, _input, pool) => {
  changeUser(pool, user, { enabled: true });
  return {};
});

export const adminDisableUser = defineAdminOperation("AdminDisableUser", nothing, (user, _input, pool) => {
  changeUser(pool, user, { enabled: false });
  revokeSignIns(pool, user);
  return {};
});

export const adminDeleteUser = defineAdminOperation("AdminDeleteUser", nothing, (user, _input, pool) => {
  removeUser(pool, user);
  return {};
});

export const adminUserGlobalSignOut = defineAdminOperation(
  "AdminUserGlobalSignOut",
  nothing,
  (user, _input, pool) => {
    revokeSignIns(pool, user);
    return {};
  },
);

const attributesInput = z.object({ UserAttributes: member.attributes, ClientMetadata: member.textMap });

export const adminUpdateUserAttributes = defineAdminOperation(
  "AdminUpdateUserAttributes",
  attributesInput,
  async (user, input, pool) => {
    const attributes = readAttributes(input.UserAttributes, { asAdministrator: true });
    await writeAttributes(pool, user, attributes, input.ClientMetadata);
    return {};
  },
);
