/** Verifies an optional id token, for routes without an API Gateway authorizer. */
import { environment, optionalEnvironment } from "./environment.ts";

/** Returns the `sub`; undefined for an invalid or expired token. */
export async function customerOf(idToken: string): Promise<string | undefined> {
  // Loaded only by the few calls that carry a token.
  const { createRemoteJWKSet, jwtVerify } = await import("jose");
  const pool = environment("USER_POOL_ID");
  const issuer = `https://cognito-idp.${environment("AWS_REGION")}.amazonaws.com/${pool}`;
  const keysAt = optionalEnvironment("AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER");
  const keysUrl = `${keysAt === undefined ? issuer : `${keysAt}/${pool}`}/.well-known/jwks.json`;
  keys ??= createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: 2000 });
  try {
    const { payload } = await jwtVerify(idToken.replace(/^Bearer /i, ""), keys, {
      issuer,
      audience: environment("USER_POOL_CLIENT_ID"),
      algorithms: ["RS256"],
    });
    return payload.token_use === "id" ? payload.sub : undefined;
  } catch {
    return undefined;
  }
}

let keys: ReturnType<typeof import("jose").createRemoteJWKSet> | undefined;
