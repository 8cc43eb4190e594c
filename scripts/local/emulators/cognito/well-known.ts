import type { Pool } from "./pool.ts";

/** `/.well-known/openid-configuration`. Only the address of the keys is local, so that a client can fetch them. */
export function openIdConfiguration(pool: Pool, origin: string): object {
  return {
    issuer: pool.issuer,
    jwks_uri: `${origin}/${pool.userPoolId}/.well-known/jwks.json`,
    response_types_supported: ["code", "token"],
    scopes_supported: ["openid", "email", "phone", "profile"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  };
}
