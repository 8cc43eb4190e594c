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

/** `edgeSeconds`: the seconds for which CloudFront caches it. CloudFront always sends `no-store` to browsers. */
export const ok = (body: unknown, edgeSeconds?: number): Response => ({
  statusCode: 200,
  headers:
    edgeSeconds === undefined
      ? headers
      : { ...headers, "cache-control": `public, max-age=0, s-maxage=${edgeSeconds}` },
  body: JSON.stringify(body),
});

/** Throws unless `body` holds a `location`. A header takes only what an address consists of: the rest is escaped. */
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

/** A generic message with the request id. */
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
