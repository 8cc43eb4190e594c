import { originSecretHeader } from "#shared/headers.ts";
import { ApiError } from "./api-error.ts";
import type { ApiEvent } from "./caller.ts";
import { optionalEnvironment } from "./environment.ts";
import { isSameSecret } from "./same-secret.ts";

/**
 * Throws 403 unless the request came through CloudFront. A direct call to the API would bypass the firewall and could forge
 * `cloudfront-viewer-address`. Without `ORIGIN_SECRETS` there is no CloudFront in front of the API.
 */
export function requireOriginSecret({ headers }: ApiEvent): void {
  const secrets = optionalEnvironment("ORIGIN_SECRETS");
  if (secrets === undefined) return;
  const given = headers[originSecretHeader] ?? "";
  const isKnown = secrets.split(" ").some((secret) => isSameSecret(given, secret));
  if (!isKnown) throw new ApiError("forbidden");
}
