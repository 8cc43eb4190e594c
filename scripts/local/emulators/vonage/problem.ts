/** Vonage's error format: application/problem+json. Source: the Verify v2 reference and its SDKs' fixtures. */
import { randomUUID } from "node:crypto";
import type { ServiceResponse } from "../emulator.ts";

export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  /** The path after `https://developer.vonage.com/api-errors`. */
  readonly type: string;
  readonly extra: Readonly<Record<string, unknown>>;
  constructor(status: number, title: string, type: string, detail: string, extra = {}) {
    super(detail);
    this.status = status;
    this.title = title;
    this.type = type;
    this.extra = extra;
  }
}

export const json = (status: number, body: object): ServiceResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export function problemResponse({ status, title, type, message, extra }: Problem): ServiceResponse {
  return {
    status,
    headers: { "content-type": "application/problem+json" },
    body: JSON.stringify({
      title,
      type: `https://developer.vonage.com/api-errors${type}`,
      detail: message,
      instance: randomUUID(),
      ...extra,
    }),
  };
}

const notFound = (detail: string) => new Problem(404, "Not Found", "#not-found", detail);
const conflict = (detail: string) => new Problem(409, "Conflict", "#conflict", detail);

export const problems = {
  unauthorized: () =>
    new Problem(401, "Unauthorized", "#unauthorized", "You did not provide correct credentials."),
  badJson: () => new Problem(400, "Bad Request", "#bad-request", "The request body is not valid JSON."),
  invalidParameters: (invalid: { name: string; reason: string }[]) =>
    new Problem(422, "Invalid params", "#invalid-params", "The value of one or more parameters is invalid", {
      invalid_parameters: invalid,
    }),
  notFound: (id: string) => notFound(`Request ${id} was not found or it has been verified already.`),
  noSuchPath: () => notFound("The requested resource does not exist."),
  concurrent(requestId: string) {
    const detail = "Concurrent verifications to the same number are not allowed.";
    return new Problem(409, "Conflict", "/verify#conflict", detail, { request_id: requestId });
  },
  noMoreEvents: () => conflict("There are no more events left to trigger."),
  tooEarlyToCancel: () => conflict("The request can't be cancelled in its first 30 seconds."),
  wrongCode() {
    const detail = "The code you provided does not match the expected value.";
    return new Problem(400, "Invalid Code", "/verify#invalid-code", detail);
  },
  tooManyWrongCodes() {
    const detail = "An incorrect code has been provided too many times. Workflow terminated.";
    return new Problem(410, "Invalid Code", "/verify#expired", detail);
  },
  injected(status: number) {
    const [title, type] = injectedTitles[status] ?? ["Internal Server Error", "#internal-error"];
    return new Problem(status, title, type, "Injected fault");
  },
};

const injectedTitles: Record<number, [title: string, type: string]> = {
  402: ["Low balance", "#low-balance"],
  403: ["Forbidden", "#forbidden"],
  409: ["Conflict", "/verify#conflict"],
  429: ["Rate Limit Hit", "#throttled"],
};
