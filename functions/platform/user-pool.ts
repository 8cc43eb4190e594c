/** Calls to the user pool with the function's role. */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  type AdminGetUserResponse,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  paginateListUsers,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { ApiError } from "#functions/runtime/api-error.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import { untilDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";
import { phoneVerificationAttribute } from "#shared/sign-up.ts";
import { cognito } from "./aws-clients.ts";

type AccountNames = Pick<Caller, "loginId" | "sub">;

/**
 * Throws 401 unless the account of a token may still sign in: a token passes the API's authorizer for 15 minutes after its
 * account was deleted or disabled. Returns the account's current verified address: a token may be older.
 */
export async function requireAccount(account: AccountNames): Promise<string | undefined> {
  const found = await readAccount(account);
  if (found?.Enabled !== true || found.UserStatus !== "CONFIRMED") throw new ApiError("unauthorized");
  return verifiedEmailOf(found);
}

/** Returns the verified address. Undefined if there is none, or if the login ID no longer belongs to that account. */
export async function readVerifiedEmail(account: AccountNames): Promise<string | undefined> {
  const found = await readAccount(account);
  return found && verifiedEmailOf(found);
}

/** Undefined if there is no such account, or the login ID belongs to another one. */
async function readAccount({ loginId, sub }: AccountNames): Promise<AdminGetUserResponse | undefined> {
  const command = new AdminGetUserCommand({ UserPoolId: environment("USER_POOL_ID"), Username: loginId });
  try {
    const found = await cognito().send(command, untilDeadline());
    return attributeOf(found, "sub") === sub ? found : undefined;
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

const verifiedEmailOf = (account: AdminGetUserResponse): string | undefined =>
  attributeOf(account, "email_verified") === "true" ? attributeOf(account, "email") : undefined;

const attributeOf = (
  { UserAttributes }: Pick<AdminGetUserResponse, "UserAttributes">,
  name: string,
): string | undefined => UserAttributes?.find(({ Name }) => Name === name)?.Value;

/** Signs the account out everywhere: its refresh tokens are revoked. Ignores a deleted account. */
export async function endSessions(UserPoolId: string, loginId: string): Promise<void> {
  const command = new AdminUserGlobalSignOutCommand({ UserPoolId, Username: loginId });
  try {
    await cognito().send(command, untilDeadline());
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}

/** An account whose e-mail is not confirmed yet. */
export interface Unconfirmed {
  loginId: string;
  sub: string;
  email: string;
  /** Id of the phone verification that it was created with. */
  phoneVerification: string | undefined;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** All of them as the user pool lists them, which may be some seconds old. */
export async function listUnconfirmed(): Promise<Unconfirmed[]> {
  const accounts: Unconfirmed[] = [];
  const input = { UserPoolId: environment("USER_POOL_ID"), Filter: 'cognito:user_status = "UNCONFIRMED"' };
  for await (const { Users = [] } of paginateListUsers({ client: cognito() }, input, untilDeadline()))
    for (const { Username = "", Attributes, UserCreateDate } of Users)
      accounts.push(unconfirmedOf(Username, Attributes, UserCreateDate));
  return accounts;
}

function unconfirmedOf(
  loginId: string,
  UserAttributes: AttributeType[] | undefined,
  createdAt: Date | undefined,
): Unconfirmed {
  const attribute = (name: string) => attributeOf({ UserAttributes }, name);
  return {
    loginId,
    sub: attribute("sub") ?? "",
    email: attribute("email") ?? "",
    phoneVerification: attribute(`custom:${phoneVerificationAttribute}`),
    createdAt: createdAt?.getTime() ?? Date.now(),
  };
}

/** Deletes the account if it is not confirmed, and meant, as the user pool says right before. True if it was deleted. */
export async function deleteUnconfirmed(
  loginId: string,
  isMeant: (account: Unconfirmed) => boolean,
): Promise<boolean> {
  const named = { UserPoolId: environment("USER_POOL_ID"), Username: loginId };
  try {
    const found = await cognito().send(new AdminGetUserCommand(named), untilDeadline());
    const account = unconfirmedOf(loginId, found.UserAttributes, found.UserCreateDate);
    if (found.UserStatus !== "UNCONFIRMED" || !isMeant(account)) return false;
    await cognito().send(new AdminDeleteUserCommand(named), untilDeadline());
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
}

/** Nobody can sign in to the account any more. Ignores a deleted account, and another one under its login ID. */
export const disableAccount = (account: AccountNames): Promise<void> =>
  change(account, (named) => cognito().send(new AdminDisableUserCommand(named), untilDeadline()));

export const enableAccount = (account: AccountNames): Promise<void> =>
  change(account, (named) => cognito().send(new AdminEnableUserCommand(named), untilDeadline()));

export const deleteAccount = (account: AccountNames): Promise<void> =>
  change(account, (named) => cognito().send(new AdminDeleteUserCommand(named), untilDeadline()));

async function change(
  account: AccountNames,
  work: (named: { UserPoolId: string; Username: string }) => Promise<unknown>,
): Promise<void> {
  if (!(await readAccount(account))) return;
  try {
    await work({ UserPoolId: environment("USER_POOL_ID"), Username: account.loginId });
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
