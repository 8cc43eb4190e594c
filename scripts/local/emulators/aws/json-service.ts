/** The AWS JSON 1.0/1.1 protocol, which KMS and Secrets Manager speak: `x-amz-target` in, `__type` out. */
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { parseJson } from "../../http.ts";
import type {
  Clock,
  Emulator,
  FindPrincipal,
  Principal,
  ServiceRequest,
  ServiceResponse,
} from "../emulator.ts";
import { ServiceError } from "./service-error.ts";
import { type SigningScope, verifySignature } from "./signature-v4.ts";

/** An operation: it takes its raw JSON input and the caller. Throws `ServiceError`. */
export type JsonOperation = (input: unknown, caller: Principal) => Record<string, unknown>;

export interface JsonServiceOptions {
  /** Before the dot of `x-amz-target`, e.g. `TrentService`. */
  targetPrefix: string;
  scope: SigningScope;
  clock: Clock;
  findPrincipal: FindPrincipal;
  operations: Readonly<Record<string, JsonOperation>>;
  /** The service's names for its own failure (500) and for throttling (any other status). */
  faultNames: { internal: string; throttled: string };
}

export function createJsonService(
  options: JsonServiceOptions,
): Pick<Emulator, "operation" | "handle" | "fault"> {
  const respond = (status: number, body: Record<string, unknown>): ServiceResponse =>
    jsonResponse(options.clock, status, body);

  return {
    operation: targetOperation,
    async handle(request) {
      try {
        const caller = await verifySignature(request, options.findPrincipal, options.scope, options.clock);
        const operation = options.operations[operationOf(request, options.targetPrefix)];
        if (!operation) throw new ServiceError("UnknownOperationException", "");
        return respond(200, operation(inputOf(request), caller));
      } catch (error) {
        if (error instanceof ServiceError) return respond(error.status, errorBody(error.code, error.message));
        throw error;
      }
    },
    fault(status) {
      const { internal, throttled } = options.faultNames;
      return respond(status, errorBody(status >= 500 ? internal : throttled, "Injected fault"));
    },
  };
}

/** `PutItem` of `x-amz-target: DynamoDB_20120810.PutItem`. */
export function targetOperation(request: ServiceRequest): string {
  return request.headers["x-amz-target"]?.split(".")[1] ?? "Unknown";
}

function operationOf(request: ServiceRequest, prefix: string): string {
  return request.headers["x-amz-target"]?.startsWith(`${prefix}.`) ? targetOperation(request) : "";
}

/** Parses an operation's input; a member of the wrong kind is a SerializationException, as in AWS. */
export function readInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ServiceError("SerializationException", `${issue?.path.join(".")}: ${issue?.message}`);
}

/** The date header is the emulator's own clock, so that SDKs correct theirs by it when tests move it. */
export function jsonResponse(
  clock: Clock,
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): ServiceResponse {
  return {
    status,
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amzn-requestid": randomUUID(),
      date: new Date(clock()).toUTCString(),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

export function errorBody(code: string, message: string): Record<string, unknown> {
  return { __type: code, message };
}

/** The JSON input of an operation; no body is an empty object. Throws SerializationException for what is no JSON. */
export function inputOf({ body }: ServiceRequest): unknown {
  const input = body.length === 0 ? {} : parseJson(body);
  if (input === undefined) throw new ServiceError("SerializationException", "");
  return input;
}
