/** Verifies an optional id token, for routes without an API Gateway authorizer. */
import { type Caller, callerIn } from "./caller.ts";
import { environment, optionalEnvironment } from "./environment.ts";

/** Undefined for an invalid or expired token. */
export async function callerWith(idToken: string): Promise<Caller | undefined> {
  // Loaded only by the few calls that carry a token.
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

/** By their address. */
const keysOf = new Map<string, ReturnType<typeof import("jose").createRemoteJWKSet>>();
