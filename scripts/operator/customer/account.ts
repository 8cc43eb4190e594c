import { randomBytes } from "node:crypto";
import { AdminGetUserCommand, UserNotFoundException } from "@aws-sdk/client-cognito-identity-provider";
import { cognito } from "#functions/platform/aws-clients.ts";
import { attributesIn } from "#functions/platform/user-pool.ts";
import { environment } from "#functions/runtime/environment.ts";
import { undefinedIfError } from "../undefined-if-error.ts";

/** An account in the user pool. */
export interface Account {
  sub: string;
  userName: string;
  enabled: boolean;
  /** As Cognito says, e.g. `CONFIRMED`. */
  status: string;
  /** As Cognito names them, e.g. `SOFTWARE_TOKEN_MFA`. */
  mfa: readonly string[];
  attributes: Readonly<Record<string, string>>;
}

/** By login ID or `sub`: the pool takes either. */
export const inPool = (Username: string) => ({ UserPoolId: environment("USER_POOL_ID"), Username });

/** Undefined if the user pool has no such login ID or `sub`. */
export async function findAccount(name: string): Promise<Account | undefined> {
  const call = cognito().send(new AdminGetUserCommand(inPool(name)));
  const found = await undefinedIfError(UserNotFoundException, call);
  if (!found) return undefined;
  const attributes = attributesIn(found.UserAttributes);
  const { Username: userName, Enabled: enabled = true, UserStatus: status = "" } = found;
  const { sub } = attributes;
  if (sub === undefined || userName === undefined) throw new Error("Cognito showed an account without a sub");
  return { sub, userName, enabled, status, mfa: found.UserMFASettingList ?? [], attributes };
}

/** A random password with every kind of character that the pool requires. */
export const randomPassword = (): string => `${randomBytes(32).toString("base64url")}aA1!`;
