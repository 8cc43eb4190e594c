import type { Endpoint } from "../../shared/endpoints.ts";
import { limits } from "../../shared/limits.ts";
import { ApiError } from "./api-error.ts";
import type { ApiEvent } from "./caller.ts";

/**
 * Throws 403 where the endpoint wants a recent password and the token's sign-in is older, or does not say when it was.
 * Cognito keeps `auth_time` (epoch seconds) when it renews tokens: only signing in again moves it.
 */
export function expectRecentPassword({ recentPassword }: Endpoint, event: ApiEvent, body: unknown): void {
  if (recentPassword === undefined) return;
  if (recentPassword !== true && !recentPassword.includes(operationOf(body))) return;
  const { auth_time: signedInAt } = event.requestContext.authorizer?.jwt?.claims ?? {};
  // API Gateway passes claims as strings.
  const isTime = /^\d{1,12}$/.test(String(signedInAt));
  const isRecent = isTime && Date.now() / 1000 - Number(signedInAt) <= limits.recentPasswordSeconds;
  if (!isRecent) throw new ApiError("reauthentication_required");
}

const operationOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "operation" in body ? String(body.operation) : "";
