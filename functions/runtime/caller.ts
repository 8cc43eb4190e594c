import type { APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import { addLogFields } from "./context.ts";
import { environment, optionalEnvironment } from "./environment.ts";
import { HttpError } from "./http-error.ts";

/** The signed-in user, from the id token's claims. */
export interface Caller {
  sub: string;
  loginId: string;
  /**
   * The token's `origin_jti`: Cognito's id of the sign-in, found only in its tokens. Renewed tokens keep it.
   * Empty if missing.
   */
  originJti: string;
  /**
   * The token's `auth_time`, in milliseconds since the epoch: when the password was entered. Undefined if the
   * token has none, or if it no longer counts.
   */
  signedInAt: number | undefined;
}

/** An event of a route with or without an authorizer. */
export type ApiEvent = Omit<APIGatewayProxyEventV2WithJWTAuthorizer, "requestContext"> & {
  requestContext: Omit<APIGatewayProxyEventV2WithJWTAuthorizer["requestContext"], "authorizer"> & {
    authorizer?: { jwt?: { claims?: Record<string, unknown> } };
  };
};

/**
 * Returns the caller of a route with an authorizer. Throws 401 for an access token, which an HTTP API's
 * authorizer accepts too.
 */
export function callerOf(event: ApiEvent): Caller {
  const caller = callerIn(event.requestContext.authorizer?.jwt?.claims);
  addLogFields({ customer: caller.sub });
  return caller;
}

/** Returns the caller that the claims of a verified token name. Throws 401 unless it is an id token. */
function callerIn(claims: Record<string, unknown> | undefined): Caller {
  const { sub, token_use: use, origin_jti: originJti, auth_time: authTime } = claims ?? {};
  const loginId = claims?.["cognito:username"];
  if (use !== "id" || typeof sub !== "string" || sub === "" || typeof loginId !== "string") {
    throw new HttpError("unauthorized");
  }
  return {
    sub,
    loginId,
    originJti: typeof originJti === "string" ? originJti : "",
    signedInAt: /^\d{1,12}$/.test(String(authTime)) ? Number(authTime) * 1000 : undefined,
  };
}

/**
 * Verifies an id token, for a route without an authorizer. Returns the caller, or undefined for an invalid or
 * expired token.
 */
export async function callerWith(idToken: string): Promise<Caller | undefined> {
  // Only the few calls with a token load it.
  const { createRemoteJWKSet, jwtVerify } = await import("jose");
  const pool = environment("USER_POOL_ID");
  const issuer = `https://cognito-idp.${environment("AWS_REGION")}.amazonaws.com/${pool}`;
  const keysAt = optionalEnvironment("AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER");
  const keysUrl = `${keysAt === undefined ? issuer : `${keysAt}/${pool}`}/.well-known/jwks.json`;
  const keys = keysOf.get(keysUrl) ?? createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: 2000 });
  keysOf.set(keysUrl, keys);
  try {
    const { payload } = await jwtVerify(idToken.replace(/^Bearer /i, ""), keys, {
      issuer,
      audience: environment("USER_POOL_CLIENT_ID"),
      algorithms: ["RS256"],
    });
    return callerIn(payload);
  } catch {
    return undefined;
  }
}

/** Key sets by URL. */
const keysOf = new Map<string, ReturnType<typeof import("jose").createRemoteJWKSet>>();
