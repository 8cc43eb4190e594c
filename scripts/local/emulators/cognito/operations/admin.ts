/** What administrators do with one user: AdminGetUser, Enable, Disable, Delete, UpdateUserAttributes, UserGlobalSignOut. */
import { z } from "zod";
import { readAttributes } from "../attributes.ts";
import * as member from "../input.ts";
import { defineAdminOperation } from "../user-operation.ts";
import { attributeList, changeUser, removeUser, revokeSignIns, userSummary } from "../users.ts";
import { writeAttributes } from "../write-attributes.ts";

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
