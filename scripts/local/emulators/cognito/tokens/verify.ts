/** Verifies the tokens of clients. */
import { createPublicKey } from "node:crypto";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { findDevice } from "../devices.ts";
import { notAuthorized, userDoesNotExist } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import type { SignIn } from "../state.ts";
import { refreshTokenOf } from "./issue.ts";

interface SignedInUser {
  user: User;
  userKey: string;
  signIn: SignIn;
}

/** Whose access token that is. Throws NotAuthorizedException: invalid, expired or revoked. */
export async function requireAccessToken(pool: Pool, token: string): Promise<SignedInUser> {
  const { event_id } = await verifiedClaims(pool, token);
  const signIn = pool.state.signIns.get(String(event_id));
  if (!signIn) throw notAuthorized("Invalid Access Token");
  if (signIn.revoked) throw notAuthorized("Access Token has been revoked");
  return ownerOf(pool, signIn);
}

/** The sign-in of a refresh token. Throws NotAuthorizedException: unknown, expired, revoked, or of another device. */
export function requireRefreshToken(pool: Pool, token: string, deviceKey: string | undefined): SignedInUser {
  const signIn = findSignIn(pool, token);
  if (!signIn) throw notAuthorized("Invalid Refresh Token");
  if (signIn.revoked) throw notAuthorized("Refresh Token has been revoked");
  if (signIn.refreshExpiresAt <= pool.clock()) throw notAuthorized("Refresh Token has expired");
  const owner = ownerOf(pool, signIn);
  if (!fitsDevice(owner, deviceKey)) throw notAuthorized("Invalid Refresh Token");
  return owner;
}

/**
 * Tokens are renewed with the key of their device only, and only while it is confirmed and not forgotten.
 * Source: AWS re:Post, "Invalid Refresh Token" errors of the user pool API.
 */
const fitsDevice = ({ user, signIn: { device } }: SignedInUser, deviceKey: string | undefined): boolean =>
  device.key === deviceKey && findDevice(user, device.key) !== undefined;

export function findSignIn(pool: Pool, refreshToken: string): SignIn | undefined {
  const [eventId = ""] = refreshToken.split(".");
  const signIn = pool.state.signIns.get(Buffer.from(eventId, "base64url").toString());
  return signIn && refreshTokenOf(signIn) === refreshToken ? signIn : undefined;
}

/** An id token fails here, too: another key signed it. */
async function verifiedClaims(pool: Pool, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, createPublicKey(pool.keys.access.privateKey), {
      algorithms: ["RS256"],
      issuer: pool.issuer,
      currentDate: new Date(pool.clock()),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw notAuthorized("Access Token has expired");
    if (error instanceof errors.JOSEError) throw notAuthorized("Invalid Access Token");
    throw error;
  }
}

function ownerOf(pool: Pool, signIn: SignIn): SignedInUser {
  const user = pool.state.users.get(signIn.userKey);
  if (user?.sub !== signIn.sub) throw userDoesNotExist();
  return { user, userKey: signIn.userKey, signIn };
}
