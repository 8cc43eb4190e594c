/** A provider's API as far as a check reads it: answers by method and path, and keeps what was written. */
import { text as textOf } from "node:stream/consumers";
import { beforeEach, vi } from "vitest";
import { serve } from "#test/scripts/support/local-services.ts";

export function stubAws(origin: string): void {
  const env = { AWS_ENDPOINT_URL: origin, AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "secret" };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

export type Answers = Record<string, unknown>;

export interface Received {
  /** `POST /v1/prices`, or the target of AWS's JSON protocol. */
  call: string;
  /** JSON, or a form's fields. */
  body: Record<string, unknown>;
}

/** An answer with status 404 and a body of its own. */
export class Refusal {
  readonly body: string | object;

  constructor(body: string | object) {
    this.body = body;
  }
}

/** AWS for the whole file. `answers` may change between calls; a missing one is a 404, a function gets the request's body. */
export async function serveAnswers(answers: () => Answers) {
  const received: Received[] = [];
  const origin = await serve(async (request, response) => {
    const text = await textOf(request);
    const path = (request.url ?? "").split("?")[0];
    const call = String(request.headers["x-amz-target"] ?? `${request.method} ${path}`);
    const body = text.startsWith("{") ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    received.push({ call, body });
    const answer = answers()[call];
    const value = typeof answer === "function" ? answer(body) : answer;
    const isRefused = value === undefined || value instanceof Refusal;
    const sent = value instanceof Refusal ? value.body : (value ?? notFound);
    response.writeHead(isRefused ? 404 : 200, { "content-type": contentType(sent) });
    response.end(typeof sent === "string" || Buffer.isBuffer(sent) ? sent : JSON.stringify(sent));
  });
  beforeEach(() => {
    received.length = 0;
    stubAws(origin);
  });
  return { origin, received };
}

const notFound = {
  __type: "NotFoundException",
  error: { type: "invalid_request_error", message: "not found" },
};
const contentType = (value: unknown): string => (typeof value === "string" ? "text/xml" : "application/json");
