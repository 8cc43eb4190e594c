/** Looking users up, making them, and showing them as Cognito's answers do. */
import { randomUUID } from "node:crypto";
import type { Pool } from "./pool.ts";
import { storePassword } from "./srp/password.ts";
import type { User } from "./state.ts";

/** What makes two names one user. */
export function userKeyOf(pool: Pool, userName: string): string {
  return pool.settings.usernameCaseSensitive ? userName : userName.toLowerCase();
}

export function findUser(pool: Pool, userName: string): User | undefined {
  return pool.state.users.get(userKeyOf(pool, userName));
}

/** AWS credentials may name a user by its sub as well. */
export function findUserOrSub(pool: Pool, name: string): User | undefined {
  return findUser(pool, name) ?? [...pool.state.users.values()].find(({ sub }) => sub === name);
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
    createdAt: now,
    modifiedAt: now,
    pendingAttributes: {},
    password: storePassword({ poolName: pool.poolName, userName: rest.userName }, password),
    codes: {},
  };
  pool.state.users.set(userKeyOf(pool, rest.userName), user);
  return user;
}

/** Changes attributes and notes when. */
export function changeUser(pool: Pool, user: User, change: Partial<Pick<User, "attributes" | "status">>) {
  Object.assign(user, change, { modifiedAt: pool.clock() });
}

export function setPassword(pool: Pool, user: User, password: string): void {
  user.password = storePassword({ poolName: pool.poolName, userName: user.userName }, password);
  user.modifiedAt = pool.clock();
}

/** `sub` first, then the attributes: `UserAttributes` of GetUser and AdminGetUser. */
export function attributeList({ sub, attributes }: User): { Name: string; Value: string }[] {
  return Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value }));
}
