/**
 * AWS's APIs, called with Smithy's own signer and no client on top: the SDK's clients take a function to 3.4 times the
 * start of an empty one, this to 1.6. What they would do beside is done here: endpoint variables, timeouts, retries.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { endpointOf, type ServiceName, services, signable, signerOf } from "./aws-signer.ts";
import { NoAnswer, send } from "./http.ts";

export interface AwsCall {
  service: ServiceName;
  /** `x-amz-target` of the JSON protocol; undefined for SES, which has paths. */
  target?: string;
  path?: string;
  body: unknown;
  /** Tries in all, when the service fails or does not answer. */
  attempts: number;
  timeoutMs: number;
}

/** The service's refusal. Its sentence is left out: it may quote what was sent. */
export class AwsError extends Error {
  readonly status: number;
  /** As the API reference lists it, e.g. `ConditionalCheckFailedException`. */
  readonly code: string;
  /** The answer's body, for the codes that carry more than a sentence. */
  readonly answer: unknown;
  constructor({ service, target = "" }: AwsCall, status: number, code: string, answer: unknown) {
    super(`${service} ${target}: ${status} ${code}`);
    this.name = "AwsError";
    this.status = status;
    this.code = code;
    this.answer = answer;
  }
}

/** The service refused or could not be reached, as opposed to a fault of our own. */
export const isServiceFailure = (error: unknown): error is AwsError | NoAnswer =>
  error instanceof AwsError || error instanceof NoAnswer;

/** Parsed JSON answer. Throws `AwsError`, or `NoAnswer` once every try went unanswered. */
export async function callAws(call: AwsCall): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(call);
    } catch (error) {
      if (attempt >= call.attempts || !isTransient(error)) throw error;
      await pause(attempt);
    }
  }
}

/** Full jitter, from 100 ms on: many callers must not come back together. */
export const pause = (attempt: number): Promise<void> => sleep(Math.random() * 50 * 2 ** attempt);

const busyCodes =
  /Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|TransactionInProgress|TooManyRequests/;

const isTransient = (error: unknown): boolean =>
  error instanceof NoAnswer ||
  (error instanceof AwsError && (error.status >= 500 || busyCodes.test(error.code)));

async function callOnce(call: AwsCall): Promise<unknown> {
  const { service, target, path = "/", timeoutMs } = call;
  const url = new URL(path, endpointOf(service));
  const body = JSON.stringify(call.body);
  const headers = {
    host: url.host,
    "content-type": services[service].contentType,
    ...(target === undefined ? {} : { "x-amz-target": target }),
  };
  const signed = await signerOf(service).sign({ ...signable(url), method: "POST", headers, body });
  const request = {
    method: "POST",
    url,
    headers: signed.headers,
    body,
    timeoutMs,
    reuseConnection: true,
  } as const;
  const response = await send(request);
  const answer = parseAnswer(response.text);
  if (response.status < 300) return answer;
  throw new AwsError(call, response.status, errorCode(response.headers["x-amzn-errortype"], answer), answer);
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return undefined;
  }
}

/** `ValidationException` of `com.amazon.coral#ValidationException` or `ValidationException:http://...`. */
function errorCode(header: string | string[] | undefined, answer: unknown): string {
  const given = header ?? Reflect.get(Object(answer), "__type") ?? "UnknownError";
  return String(given).replace(/^.*#/, "").replace(/:.*$/, "");
}
