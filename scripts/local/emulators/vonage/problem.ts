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

export const problems = {
  unauthorized: () =>
    new Problem(401, "Unauthorized", "#unauthorized", "You did not provide correct credentials."),
  badJson: () => new Problem(400, "Bad Request", "#bad-request", "The request body is not valid JSON."),
  invalidParameters: (invalid: { name: string; reason: string }[]) =>
    new Problem(422, "Invalid params", "#invalid-params", "The value of one or more parameters is invalid", {
      invalid_parameters: invalid,
    }),
  notFound: (id: string) =>
    new Problem(
      404,
      "Not Found",
      "#not-found",
      `Request ${id} was not found or it has been verified already.`,
    ),
  noSuchPath: () => new Problem(404, "Not Found", "#not-found", "The requested resource does not exist."),
  concurrent: (requestId: string) =>
    new Problem(
      409,
      "Conflict",
      "/verify#conflict",
      "Concurrent verifications to the same number are not allowed.",
      { request_id: requestId },
    ),
  noMoreEvents: () => new Problem(409, "Conflict", "#conflict", "There are no more events left to trigger."),
  tooEarlyToCancel: () =>
    new Problem(409, "Conflict", "#conflict", "The request can't be cancelled in its first 30 seconds."),
  wrongCode: () =>
    new Problem(
      400,
      "Invalid Code",
      "/verify#invalid-code",
      "The code you provided does not match the expected value.",
    ),
  tooManyWrongCodes: () =>
    new Problem(
      410,
      "Invalid Code",
      "/verify#expired",
      "An incorrect code has been provided too many times. Workflow terminated.",
    ),
  injected: (status: number) => {
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
