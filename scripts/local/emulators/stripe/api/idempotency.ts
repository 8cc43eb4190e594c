/** The answers kept under idempotency keys. Source: API reference, "Idempotent requests". */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Clock, ServiceRequest, ServiceResponse } from "../../emulator.ts";
import { StripeError } from "./stripe-error.ts";

const answerSchema = z.object({
  key: z.string(),
  path: z.string(),
  /** Of the body, so that changed parameters are noticed. */
  digest: z.string(),
  status: z.number(),
  body: z.string(),
  requestId: z.string(),
  /** Milliseconds since the epoch. */
  keptAt: z.number(),
});
type Answer = z.infer<typeof answerSchema>;

export interface Outcome {
  response: ServiceResponse;
  /** False for what was refused before anything ran: the same key may then be used again. */
  executed: boolean;
}

const keptFor = 24 * 60 * 60 * 1000;

export function createIdempotency(clock: Clock) {
  let answers: Answer[] = [];
  const inFlight = new Set<string>();

  function find(request: ServiceRequest, key: string): Answer | undefined {
    answers = answers.filter(({ keptAt }) => clock() < keptAt + keptFor);
    const known = answers.find((answer) => answer.key === key);
    if (known) mustMatch(known, request);
    return known;
  }

  function keep(request: ServiceRequest, key: string, { status, headers, body }: ServiceResponse): void {
    answers = answers.filter((answer) => answer.key !== key);
    answers.push({
      key,
      path: request.url.pathname,
      digest: digestOf(request),
      status,
      body: String(body),
      requestId: headers?.["request-id"] ?? "",
      keptAt: clock(),
    });
  }

  return {
    /** Runs a POST with a key once and replays any answer; other requests just run. */
    async once(request: ServiceRequest, run: () => Promise<Outcome>): Promise<ServiceResponse> {
      const key = keyOf(request);
      if (key === undefined) return (await run()).response;
      const known = find(request, key);
      if (known) return replay(known);
      if (inFlight.has(key)) throw inUse(key);
      inFlight.add(key);
      try {
        const { response, executed } = await run();
        if (executed) keep(request, key, response);
        return { ...response, headers: { ...response.headers, "idempotency-key": key } };
      } finally {
        inFlight.delete(key);
      }
    },
    /** For a failure that came after, or instead of, the answer: what the key, if there is one, replays from now on. */
    overwrite(request: ServiceRequest, response: ServiceResponse): boolean {
      const key = keyOf(request);
      if (key !== undefined) keep(request, key, response);
      return key !== undefined;
    },
    reset(): void {
      answers = [];
    },
    snapshot: (): unknown => structuredClone(answers),
    restore(snapshot: unknown): void {
      answers = z.array(answerSchema).parse(snapshot);
    },
  };
}

const keyOf = ({ method, headers }: ServiceRequest): string | undefined =>
  method === "POST" ? headers["idempotency-key"] : undefined;

function mustMatch({ key, path, digest }: Answer, request: ServiceRequest): void {
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  const { pathname } = request.url;
  const problem =
    path !== pathname
      ? `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${pathname}' vs '${path}').`
      : "Keys for idempotent requests can only be used with the same parameters they were first used with.";
  if (path === pathname && digest === digestOf(request)) return;
  throw new StripeError(400, { type: "idempotency_error", message: `${problem} ${advice}` }, true);
}

function inUse(key: string): StripeError {
  return new StripeError(
    409,
    {
      type: "invalid_request_error",
      code: "idempotency_key_in_use",
      message: `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
    },
    true,
  );
}

/** The order of the parameters does not matter. */
function digestOf({ body }: ServiceRequest): string {
  const parameters = new URLSearchParams(body.toString());
  parameters.sort();
  return createHash("sha256").update(parameters.toString()).digest("hex");
}

function replay({ key, status, body, requestId }: Answer): ServiceResponse {
  return {
    status,
    headers: { "idempotency-key": key, "idempotent-replayed": "true", "original-request": requestId },
    body,
  };
}
