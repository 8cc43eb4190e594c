import type { APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import { addLogFields } from "./context.ts";
import { HttpError } from "./http-error.ts";

/** The signed-in user, from the id token's claims. */
export interface Caller {
  sub: string;
  loginId: string;
  /** Cognito's id of the sign-in, which nobody else knows; it stays when tokens are renewed. Empty when the token has none. */
  originJti: string;
  /** Milliseconds since the epoch: when the password was entered (`auth_time`). Undefined when the token does not say, or it counts no more. */
  signedInAt: number | undefined;
}

/** An event of a route with or without an authorizer. */
export type ApiEvent = Omit<APIGatewayProxyEventV2WithJWTAuthorizer, "requestContext"> & {
  requestContext: Omit<APIGatewayProxyEventV2WithJWTAuthorizer["requestContext"], "authorizer"> & {
    authorizer?: { jwt?: { claims?: Record<string, unknown> } };
  };
};

/** Throws 401 unless the authorizer passed an id token: an HTTP API accepts access tokens too. */
export function callerOf(event: ApiEvent): Caller {
  const caller = callerIn(event.requestContext.authorizer?.jwt?.claims);
  addLogFields({ customer: caller.sub });
  return caller;
}

/** By the claims of a verified token. Throws 401 unless it is an id token. */
export function callerIn(claims: Record<string, unknown> | undefined): Caller {
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
