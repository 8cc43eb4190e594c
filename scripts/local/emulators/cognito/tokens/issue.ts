/** Tokens of a sign-in. Source: developer guide, "Understanding user pool JSON web tokens". */

import { randomBytes, randomUUID } from "node:crypto";
import type { AuthenticationResultType } from "@aws-sdk/client-cognito-identity-provider";
import { type JWTPayload, SignJWT } from "jose";
import { dayMs } from "#shared/durations.ts";
import { newDeviceKeys } from "../devices.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import type { SignIn } from "../state.ts";
import { userKeyOf } from "../users/users.ts";
import type { SigningKey } from "./keys.ts";

/** Opens a new sign-in, on a device that proved itself or on a new one, and hands out its first tokens. */
export async function signInUser(
  pool: Pool,
  user: User,
  deviceKey: string | undefined,
): Promise<AuthenticationResultType> {
  const device: SignIn["device"] = deviceKey === undefined ? newDeviceKeys(pool) : { key: deviceKey };
  const signIn: SignIn = {
    eventId: randomUUID(),
    originJti: randomUUID(),
    userKey: userKeyOf(pool, user.userName),
    sub: user.sub,
    refreshSecret: randomBytes(96).toString("base64url"),
    authenticatedAt: pool.clock(),
    refreshExpiresAt: pool.clock() + pool.settings.client.refreshTokenDays * dayMs,
    revoked: false,
    device,
  };
  pool.state.signIns.set(signIn.eventId, signIn);
  return {
    ...(await issueTokens(pool, user, signIn)),
    RefreshToken: refreshTokenOf(signIn),
    ...(device.groupKey !== undefined && {
      NewDeviceMetadata: { DeviceKey: device.key, DeviceGroupKey: device.groupKey },
    }),
  };
}

/** An app client reads standard attributes, unless it is given a list. */
const readable = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.startsWith("custom:")));

/** New id and access tokens of a sign-in; its `origin_jti`, `event_id` and `auth_time` stay. */
export async function issueTokens(pool: Pool, user: User, signIn: SignIn): Promise<AuthenticationResultType> {
  const { accessTokenMinutes, idTokenMinutes } = pool.settings.client;
  const common = commonClaims(pool, signIn);
  const { email_verified, ...attributes } = readable(user.attributes);
  const idClaims = {
    ...common,
    ...attributes,
    ...(email_verified === undefined ? {} : { email_verified: email_verified === "true" }),
    "cognito:username": user.userName,
    aud: pool.clientId,
    token_use: "id",
  };
  const accessClaims = {
    ...common,
    client_id: pool.clientId,
    scope: "aws.cognito.signin.user.admin",
    username: user.userName,
    token_use: "access",
    device_key: signIn.device.key,
  };
  return {
    AccessToken: await sign(pool.keys.access, accessClaims, accessTokenMinutes),
    IdToken: await sign(pool.keys.id, idClaims, idTokenMinutes),
    ExpiresIn: accessTokenMinutes * 60,
    TokenType: "Bearer",
  };
}

/** Opaque to clients; its first part says which sign-in to look at. */
export function refreshTokenOf({ eventId, refreshSecret }: SignIn): string {
  return `${Buffer.from(eventId).toString("base64url")}.${refreshSecret}`;
}

function commonClaims(pool: Pool, signIn: SignIn) {
  return {
    sub: signIn.sub,
    iss: pool.issuer,
    event_id: signIn.eventId,
    auth_time: Math.floor(signIn.authenticatedAt / 1000),
    iat: Math.floor(pool.clock() / 1000),
    origin_jti: signIn.originJti,
  };
}

function sign(
  { kid, privateKey }: SigningKey,
  claims: JWTPayload & { iat: number },
  minutes: number,
): Promise<string> {
  return new SignJWT({ ...claims, exp: claims.iat + minutes * 60, jti: randomUUID() })
    .setProtectedHeader({ kid, alg: "RS256" })
    .sign(privateKey);
}
