/** Looking users up, making them, and showing them as Cognito's answers do. */
import { randomUUID } from "node:crypto";
import { userDoesNotExist } from "../errors.ts";
import { mfaSettings } from "../mfa/factors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { storePassword } from "../srp/password.ts";

/** Returns the key under which two spellings of a name are one user. */
export function userKeyOf(pool: Pool, userName: string): string {
  return pool.settings.usernameCaseSensitive ? userName : userName.toLowerCase();
}

export function findUser(pool: Pool, userName: string): User | undefined {
  return pool.state.users.get(userKeyOf(pool, userName));
}

/** AWS credentials may name a user by its sub as well. Throws UserNotFoundException. */
export function requireNamedUser(pool: Pool, name: string): User {
  const user = findUser(pool, name) ?? [...pool.state.users.values()].find(({ sub }) => sub === name);
  if (!user) throw userDoesNotExist();
  return user;
}

interface NewUser {
  userName: string;
  password: string;
  attributes: Record<string, string>;
  status: User["status"];
  sub?: string | undefined;
}

export function addUser(pool: Pool, { password, sub = randomUUID(), ...rest }: NewUser): User {
  const now = pool.clock();
  const user: User = {
    ...rest,
    sub,
    enabled: true,
    createdAt: now,
    modifiedAt: now,
    password: storePassword(pool, rest.userName, password),
    codes: {},
    softwareToken: { usedSteps: [] },
    mfa: { enabled: [] },
    devices: [],
    passkeys: [],
  };
  pool.state.users.set(userKeyOf(pool, rest.userName), user);
  return user;
}

/** Changes a user and notes when. */
export function changeUser(
  pool: Pool,
  user: User,
  change: Partial<Pick<User, "attributes" | "status" | "enabled" | "mfa">>,
): void {
  Object.assign(user, change, { modifiedAt: pool.clock() });
}

export function setPassword(pool: Pool, user: User, password: string): void {
  user.password = storePassword(pool, user.userName, password);
  user.modifiedAt = pool.clock();
}

/** `sub` first, then the attributes: `UserAttributes` of GetUser and AdminGetUser. */
export function attributeList({ sub, attributes }: User): { Name: string; Value: string }[] {
  return Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value }));
}

/** The fields of AdminGetUser, AdminCreateUser and ListUsers beside the attributes. */
export function userSummary(user: User) {
  return {
    Username: user.userName,
    UserCreateDate: user.createdAt / 1000,
    UserLastModifiedDate: user.modifiedAt / 1000,
    Enabled: user.enabled,
    UserStatus: user.status,
    ...mfaSettings(user),
  };
}

/** Ends every sign-in of the user: access and refresh tokens are refused from now on. */
export function revokeSignIns(pool: Pool, user: User): void {
  for (const signIn of pool.state.signIns.values()) {
    if (signIn.sub === user.sub) signIn.revoked = true;
  }
}
