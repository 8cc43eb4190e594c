/** The four calls of Verify v2. */
import type { ServiceRequest, ServiceResponse } from "../emulator.ts";
import { problems } from "./problem.ts";
import type { Verifications } from "./verifications.ts";
import { readCode, readNewVerification } from "./verify-request.ts";

export interface VonageApi {
  /** The call's name, e.g. `POST /v2/verify/{id}`; undefined when the request is not this API's. */
  operation(request: ServiceRequest): string | undefined;
  /** Throws `Problem`. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
}

type Call = (id: string, request: ServiceRequest) => ServiceResponse;

export function createVerifyApi(
  verifications: Verifications,
  checkToken: (request: ServiceRequest) => Promise<void>,
): VonageApi {
  const calls: Record<string, Call> = {
    "POST /v2/verify": (_, { body }) =>
      json(202, { request_id: verifications.start(readNewVerification(body)) }),
    "POST /v2/verify/{id}": (id, { body }) => {
      verifications.check(id, readCode(body));
      return json(200, { request_id: id, status: "completed" });
    },
    "POST /v2/verify/{id}/next_workflow": (id) => {
      verifications.next(id);
      return { status: 200 };
    },
    "DELETE /v2/verify/{id}": (id) => {
      verifications.cancel(id);
      return { status: 204 };
    },
  };

  return {
    operation: (request) => parse(request)?.operation,
    async handle(request) {
      await checkToken(request);
      const { operation = "", id = "" } = parse(request) ?? {};
      const call = calls[operation];
      if (!call) throw problems.noSuchPath();
      return call(id, request);
    },
  };
}

function parse({ method, url }: ServiceRequest): { operation: string; id: string } | undefined {
  const match = /^\/v2\/verify(?:\/([^/]+))?(\/next_workflow)?\/?$/.exec(url.pathname);
  if (!match) return undefined;
  const [, id, next = ""] = match;
  return { operation: `${method} /v2/verify${id === undefined ? "" : "/{id}"}${next}`, id: id ?? "" };
}

function json(status: number, body: Record<string, unknown>): ServiceResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
