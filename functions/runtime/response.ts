import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod/mini";
import { type ErrorBody, errorCodes } from "#shared/errors.ts";
import type { HttpError } from "./http-error.ts";

const headers = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
};
const defaultRetryAfterSeconds = 60;

export type Response = APIGatewayProxyStructuredResultV2 & { statusCode: number };

/** `edgeSeconds`: how long CloudFront caches the response. Browsers always receive `no-store`. */
export const ok = (body: unknown, edgeSeconds?: number): Response => ({
  statusCode: 200,
  headers:
    edgeSeconds === undefined
      ? headers
      : { ...headers, "cache-control": `public, max-age=0, s-maxage=${edgeSeconds}` },
  body: JSON.stringify(body),
});

/**
 * Redirects (303) to the `location` in `body`; throws if there is none. `URL` escapes characters that a
 * header must not contain.
 */
export function redirected(body: unknown): Response {
  const { location } = z.parse(z.object({ location: z.string() }), body);
  return {
    statusCode: 303,
    headers: { location: new URL(location).href, "cache-control": headers["cache-control"] },
    body: "",
  };
}

export function refused({ code, details }: HttpError): Response {
  const { status, message } = errorCodes[code];
  const { fields, retryAfterSeconds = defaultRetryAfterSeconds } = details;
  return error(
    status,
    { code, message: details.message ?? message, ...(fields && { fields }) },
    code === "too_many_requests" || code === "unavailable"
      ? { "retry-after": String(retryAfterSeconds) }
      : {},
  );
}

/** 500 with a generic message and the request id. */
export const failed = (requestId: string): Response =>
  error(errorCodes.internal.status, { code: "internal", message: errorCodes.internal.message, requestId });

const error = (
  statusCode: number,
  body: ErrorBody["error"],
  extra: Record<string, string> = {},
): Response => ({
  statusCode,
  headers: { ...headers, ...extra },
  body: JSON.stringify({ error: body } satisfies ErrorBody),
});
