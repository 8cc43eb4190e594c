/** Parses a request by the endpoint's schemas. */
import type { ZodMiniType } from "zod/mini";
import type { BodyOf, Endpoint, QueryOf } from "#shared/endpoints.ts";
import { errorCodes } from "#shared/errors.ts";
import { limits } from "#shared/limits.ts";
import type { ApiEvent } from "./caller.ts";
import { HttpError } from "./http-error.ts";

export interface ParsedRequest<E extends Endpoint> {
  query: QueryOf<E>;
  body: BodyOf<E>;
}

/**
 * Throws 403 for a cross-site request (W3C Fetch Metadata). Throws 400 for a body without a JSON content
 * type: any site's page can send one without a CORS preflight (Fetch Standard, CORS-safelisted
 * request-header).
 */
export function requireOwnPage(endpoint: Endpoint, { headers }: ApiEvent): void {
  if (endpoint.servesOtherSites) return;
  if (headers["sec-fetch-site"] === "cross-site") throw new HttpError("forbidden");
  if (endpoint.body && !/^application\/json *(?:;|$)/i.test(headers["content-type"] ?? ""))
    throw new HttpError("bad_request");
}

/**
 * Returns the parsed query and body. Throws 413 for a body that is too large, 400 with a message for each
 * invalid field.
 */
export function readRequest<E extends Endpoint>(endpoint: E, event: ApiEvent): ParsedRequest<E> {
  const text = readBody(event);
  return {
    query: (endpoint.query && parse(endpoint.query, event.queryStringParameters ?? {})) as QueryOf<E>,
    body: (endpoint.body && parse(endpoint.body, parseJson(text))) as BodyOf<E>,
  };
}

/** Returns the raw body. Throws 413 if it is too large. */
export function readBody({ body = "", isBase64Encoded }: ApiEvent): string {
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > limits.requestBodyBytes) throw new HttpError("payload_too_large");
  return bytes.toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError("bad_request");
  }
}

function parse(schema: ZodMiniType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: () => errorCodes.bad_request.message });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) fields[key] = "この項目は指定できません。";
    const [field] = issue.path;
    if (field !== undefined) fields[String(field)] ??= issue.message;
  }
  throw new HttpError("bad_request", { fields });
}
