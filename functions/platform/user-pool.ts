/** Calls to the user pool with the function's role. */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  type AdminGetUserResponse,
  type AdminListDevicesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  type DeviceType,
  type ListDevicesCommand,
  ListUsersCommand,
  paginateListUsers,
  UserNotFoundException,
  type UserType,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Caller } from "#functions/runtime/caller.ts";
import { untilDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";
import { phoneVerificationAttribute } from "#shared/sign-up.ts";
import { cognito } from "./aws-clients.ts";

type AccountNames = Pick<Caller, "loginId" | "sub">;

/** An account that may sign in. */
export interface ActiveAccount {
  verifiedEmail: string | undefined;
}

/**
 * Returns undefined for a deleted, disabled or unconfirmed account, and if the login ID belongs to another
 * account.
 */
export async function findActiveAccount(account: AccountNames): Promise<ActiveAccount | undefined> {
  const found = await readAccount(account);
  if (found?.Enabled !== true || found.UserStatus !== "CONFIRMED") return undefined;
  return { verifiedEmail: verifiedEmailOf(found) };
}

/** True also for a disabled or unconfirmed account. */
export const hasAccount = async (account: AccountNames): Promise<boolean> =>
  (await readAccount(account)) !== undefined;

/**
 * Returns the verified address; undefined if there is none, or if the login ID belongs to another account.
 */
export async function readVerifiedEmail(account: AccountNames): Promise<string | undefined> {
  const found = await readAccount(account);
  return found && verifiedEmailOf(found);
}

/**
 * Returns true if any account has the login ID, in any case of letters, also a disabled or unconfirmed one.
 */
export const isLoginIdTaken = async (loginId: string, userPoolId: string): Promise<boolean> =>
  (await readLoginId(loginId, userPoolId)) !== undefined;

/** Returns undefined if there is no such account, or if the login ID belongs to another one. */
async function readAccount(
  { loginId, sub }: AccountNames,
  userPoolId = environment("USER_POOL_ID"),
): Promise<AdminGetUserResponse | undefined> {
  const found = await readLoginId(loginId, userPoolId);
  return found && attributesIn(found.UserAttributes).sub === sub ? found : undefined;
}

const readLoginId = (Username: string, UserPoolId: string): Promise<AdminGetUserResponse | undefined> =>
  undefinedIfGone(cognito().send(new AdminGetUserCommand({ UserPoolId, Username }), untilDeadline()));

/** Returns undefined if the account does not exist. */
export const undefinedIfGone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  });

function verifiedEmailOf({ UserAttributes }: AdminGetUserResponse): string | undefined {
  const { email, email_verified: isVerified } = attributesIn(UserAttributes);
  return isVerified === "true" ? email : undefined;
}

export const attributesIn = (list: readonly AttributeType[] = []): Record<string, string> =>
  Object.fromEntries(list.map(({ Name = "", Value = "" }) => [Name, Value]));

/** Returns all devices of an account; Cognito adds one at each sign-in. The SDK has no paginator for them. */
export async function listDevices(
  command: (PaginationToken: string | undefined) => AdminListDevicesCommand | ListDevicesCommand,
): Promise<DeviceType[]> {
  const devices: DeviceType[] = [];
  let token: string | undefined;
  do {
    const page = await cognito().send(command(token) as ListDevicesCommand, untilDeadline());
    devices.push(...(page.Devices ?? []));
    token = page.PaginationToken;
  } while (token !== undefined);
  return devices;
}

/**
 * True for a device that the customer chose to remember. Cognito registers other devices only for their
 * tokens.
 */
export const isTrusted = ({ DeviceAttributes }: DeviceType): boolean =>
  attributesIn(DeviceAttributes)["dev:device_remembered_status"] === "remembered";

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

/** Yields all unconfirmed accounts. The user pool's list may be some seconds old. */
export async function* listUnconfirmed(): AsyncGenerator<Unconfirmed> {
  const input = { UserPoolId: environment("USER_POOL_ID"), Filter: 'cognito:user_status = "UNCONFIRMED"' };
  for await (const { Users = [] } of paginateListUsers({ client: cognito() }, input, untilDeadline()))
    for (const { Username = "", Attributes, UserCreateDate } of Users)
      yield unconfirmedOf(Username, Attributes, UserCreateDate);
}

/** Cognito's data about an account. */
export interface Account {
  loginId: string;
  /** Cognito's `UserStatus`, e.g. `CONFIRMED`. */
  status: string;
  isEnabled: boolean;
  /** ISO 8601. */
  createdAt: string | undefined;
  changedAt: string | undefined;
  /** `sub` and `email_verified` included. */
  attributes: Record<string, string>;
}

/**
 * Returns a filter for ListUsers. Source: API reference, ListUsers: at most 256 characters, with a backslash
 * before quotation marks.
 */
export const emailFilter = (email: string): string => `email = ${JSON.stringify(email)}`;

/**
 * Returns the accounts with that address in any case of letters, at most 60. The user pool's list may be some
 * seconds old.
 */
export async function findAccounts(email: string): Promise<Account[]> {
  const UserPoolId = environment("USER_POOL_ID");
  const command = new ListUsersCommand({ UserPoolId, Filter: emailFilter(email) });
  const { Users = [] } = await cognito().send(command, untilDeadline());
  return Users.map(accountOf);
}

/** Returns a page of at most 60 accounts, and Cognito's token of the next page; undefined at the end. */
export async function listAccounts(
  token: string | undefined,
): Promise<{ accounts: Account[]; next: string | undefined }> {
  const command = new ListUsersCommand({ UserPoolId: environment("USER_POOL_ID"), PaginationToken: token });
  const { Users = [], PaginationToken } = await cognito().send(command, untilDeadline());
  return { accounts: Users.map(accountOf), next: PaginationToken };
}

const accountOf = (user: UserType): Account => ({
  loginId: user.Username ?? "",
  status: user.UserStatus ?? "",
  isEnabled: user.Enabled ?? false,
  createdAt: user.UserCreateDate?.toISOString(),
  changedAt: user.UserLastModifiedDate?.toISOString(),
  attributes: attributesIn(user.Attributes),
});

function unconfirmedOf(
  loginId: string,
  attributeList: AttributeType[] | undefined,
  createdAt: Date | undefined,
): Unconfirmed {
  const attributes = attributesIn(attributeList);
  return {
    loginId,
    sub: attributes.sub ?? "",
    email: attributes.email ?? "",
    phoneVerification: attributes[`custom:${phoneVerificationAttribute}`],
    createdAt: createdAt?.getTime() ?? Date.now(),
  };
}

/**
 * Reads the account again, and deletes it if it is still unconfirmed and `isMeant` accepts it. Returns true
 * if it was deleted.
 */
export async function deleteUnconfirmed(
  loginId: string,
  isMeant: (account: Unconfirmed) => boolean,
): Promise<boolean> {
  const UserPoolId = environment("USER_POOL_ID");
  const found = await readLoginId(loginId, UserPoolId);
  if (found?.UserStatus !== "UNCONFIRMED") return false;
  if (!isMeant(unconfirmedOf(loginId, found.UserAttributes, found.UserCreateDate))) return false;
  const command = new AdminDeleteUserCommand({ UserPoolId, Username: loginId });
  return (await undefinedIfGone(cognito().send(command, untilDeadline()))) !== undefined;
}

/** Signs the account out everywhere: its refresh tokens are revoked. */
export const endSessions = (account: AccountNames, userPoolId?: string): Promise<void> =>
  change(
    account,
    (named) => cognito().send(new AdminUserGlobalSignOutCommand(named), untilDeadline()),
    userPoolId,
  );

/** Disables the account, so that its sign-ins fail. */
export const disableAccount = (account: AccountNames): Promise<void> =>
  change(account, (named) => cognito().send(new AdminDisableUserCommand(named), untilDeadline()));

export const enableAccount = (account: AccountNames): Promise<void> =>
  change(account, (named) => cognito().send(new AdminEnableUserCommand(named), untilDeadline()));

export const deleteAccount = (account: AccountNames): Promise<void> =>
  change(account, (named) => cognito().send(new AdminDeleteUserCommand(named), untilDeadline()));

/** Does nothing for a deleted account, or if the login ID belongs to another one. */
async function change(
  account: AccountNames,
  work: (named: { UserPoolId: string; Username: string }) => Promise<unknown>,
  UserPoolId = environment("USER_POOL_ID"),
): Promise<void> {
  if (await readAccount(account, UserPoolId))
    await undefinedIfGone(work({ UserPoolId, Username: account.loginId }));
}
