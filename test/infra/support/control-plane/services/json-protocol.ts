/** The AWS JSON protocol, which Systems Manager and CloudTrail speak: `x-amz-target` in, `__type` out. */
import {
  errorBody,
  jsonResponse,
  targetOperation,
} from "../../../../../scripts/local/emulators/aws/json-service.ts";
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import type { Service } from "./service.ts";

export interface JsonCall {
  input: unknown;
  region: string;
}

export function jsonService(
  operations: Readonly<Record<string, (call: JsonCall) => Record<string, unknown>>>,
): Service {
  const respond = (status: number, body: Record<string, unknown>) => jsonResponse(Date.now, status, body);
  return {
    operation(request) {
      const name = targetOperation(request);
      return name in operations ? name : undefined;
    },
    answer({ request, region, payload }) {
      const operation = operations[targetOperation(request)];
      if (!operation) throw new ServiceError("UnknownOperationException", "");
      return respond(200, operation({ input: JSON.parse(payload.toString()), region }));
    },
    refusal: ({ code, message, status }) => respond(status, errorBody(code, message)),
  };
}
