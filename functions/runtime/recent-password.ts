import type { Endpoint } from "#shared/endpoints.ts";
import { limits } from "#shared/limits.ts";
import { ApiError } from "./api-error.ts";
import type { Caller } from "./caller.ts";

/**
 * Throws 403 where the endpoint wants a recent password and the token's sign-in is older, or does not say when it was.
 * Cognito keeps `auth_time` when it renews tokens: only signing in again moves it.
 */
export function expectRecentPassword(
  { recentPassword }: Endpoint,
  caller: Caller | undefined,
  body: unknown,
): void {
  if (recentPassword === undefined) return;
  if (recentPassword !== true && !recentPassword.includes(operationOf(body))) return;
  const age = Date.now() - (caller?.signedInAt ?? Number.NaN);
  if (!(age <= limits.recentPasswordSeconds * 1000)) throw new ApiError("reauthentication_required");
}

const operationOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "operation" in body ? String(body.operation) : "";
