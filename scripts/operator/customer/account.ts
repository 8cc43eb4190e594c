import { randomBytes } from "node:crypto";
import {
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  type AttributeType,
  ListUsersCommand,
  UserNotFoundException,
  type UserType,
} from "@aws-sdk/client-cognito-identity-provider";
import { cognito } from "#functions/platform/aws-clients.ts";
import { environment } from "#functions/runtime/environment.ts";
import { unlessError } from "../unless-error.ts";

/** An account in the user pool. */
export interface Account {
  sub: string;
  userName: string;
  enabled: boolean;
  /** As Cognito says, e.g. `CONFIRMED`. */
  status: string;
  /** ISO 8601. */
  createdAt: string | undefined;
  /** Ways of signing in beside the password. */
  mfa: readonly string[];
  attributes: Readonly<Record<string, string>>;
}

type CognitoUser = Pick<UserType, "Username" | "Enabled" | "UserStatus" | "UserCreateDate"> &
  Pick<AdminGetUserCommandOutput, "UserMFASettingList">;

/** By login ID or `sub`: the pool takes either. */
export const inPool = (Username: string) => ({ UserPoolId: environment("USER_POOL_ID"), Username });

/** Undefined if the user pool has no such login ID or `sub`. */
export async function findAccount(name: string): Promise<Account | undefined> {
  const call = cognito().send(new AdminGetUserCommand(inPool(name)));
  const found = await unlessError(UserNotFoundException, call);
  if (!found) return undefined;
  const { UserAttributes, ...shown } = found;
  return toAccount(shown, UserAttributes);
}

/** Searches the address as given, then in lower case. Several accounts if a sign-up was begun twice. */
export async function accountsWithEmail(email: string): Promise<Account[]> {
  const found = await accountsWith(email);
  return found.length > 0 ? found : accountsWith(email.toLowerCase());
}

async function accountsWith(email: string): Promise<Account[]> {
  const Filter = `email = "${email.replace(/["\\]/g, "\\$&")}"`;
  const UserPoolId = environment("USER_POOL_ID");
  const { Users = [] } = await cognito().send(new ListUsersCommand({ UserPoolId, Filter }));
  return Users.map(({ Attributes, ...shown }) => toAccount(shown, Attributes));
}

function toAccount(
  { Username, Enabled = true, UserStatus, UserCreateDate, UserMFASettingList = [] }: CognitoUser,
  given: readonly AttributeType[] = [],
): Account {
  const attributes = Object.fromEntries(given.map(({ Name = "", Value = "" }) => [Name, Value]));
  const { sub } = attributes;
  if (sub === undefined || Username === undefined) throw new Error("Cognito showed an account without a sub");
  return {
    sub,
    userName: Username,
    enabled: Enabled,
    status: UserStatus ?? "",
    createdAt: UserCreateDate?.toISOString(),
    mfa: UserMFASettingList,
    attributes,
  };
}

/** A random password with every kind of character that the pool requires. */
export const unknownPassword = (): string => `${randomBytes(32).toString("base64url")}aA1!`;
