/** Adds the checks that DynamoDB Local omits: the signer of a request, and the role's permissions. Forwards the request. */
import { requireAccess } from "../aws/access.ts";
import { jsonResponse, targetOperation } from "../aws/json-service.ts";
import { ServiceError } from "../aws/service-error.ts";
import { verifySignature } from "../aws/signature-v4.ts";
import type { Clock, Emulator, FindPrincipal, ServiceRequest, ServiceResponse } from "../emulator.ts";
import { requiredAccess, tableName } from "./required-actions.ts";

export interface DynamoDbProxyOptions {
  clock: Clock;
  findPrincipal: FindPrincipal;
  /** The address of DynamoDB Local. */
  target: string;
  /** Access key of a database of one's own, where DynamoDB Local is divided into several. */
  database: string;
  region: string;
  accountId: string;
}

const jsonType = "application/x-amz-json-1.0";
/** DynamoDB Local reads the key and the region out of it and checks nothing. */
const localAuthorization = (database: string): string =>
  `AWS4-HMAC-SHA256 Credential=${database}/20200101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;
const passedOn = ["content-type", "x-amz-crc32", "x-amzn-requestid"];

/** State is DynamoDB Local's own: the code that composes the services empties its tables and stores its data. */
export function createDynamoDbProxy(options: DynamoDbProxyOptions): Emulator {
  const { clock, findPrincipal, region, accountId } = options;
  const fail = (status: number, type: string, message: string): ServiceResponse =>
    jsonResponse(clock, status, { __type: type, message }, { "content-type": jsonType });

  async function authorize(request: ServiceRequest): Promise<void> {
    const caller = await verifySignature(request, findPrincipal, { service: "dynamodb", region }, clock);
    const on = `resource: arn:aws:dynamodb:${region}:${accountId}:table/${tableName(request.body)}`;
    for (const { action, ...context } of requiredAccess(targetOperation(request), request.body))
      requireAccess(caller, { action, on, context });
  }

  return {
    service: "dynamodb",
    operation: targetOperation,
    async handle(request) {
      try {
        await authorize(request);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return fail(error.status, `com.amazon.coral.service#${error.code}`, error.message);
      }
      const response = await forward(request, options);
      return { ...response, headers: { ...response.headers, date: new Date(clock()).toUTCString() } };
    },
    fault: (status) => fail(status, faultTypes[status] ?? internalError, "Injected fault"),
    reset() {},
    describe: () => ({ region }),
    snapshot: () => undefined,
    restore() {},
  };
}

const internalError = "com.amazonaws.dynamodb.v20120810#InternalServerError";
const faultTypes: Record<number, string> = {
  400: "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
  403: "com.amazon.coral.service#AccessDeniedException",
  429: "com.amazon.coral.availability#ThrottlingException",
  503: "com.amazon.coral.service#ServiceUnavailableException",
};

/** The request without its signature, and the answer with the headers that the SDK reads. */
async function forward(
  { method, headers, body }: ServiceRequest,
  { target, database }: DynamoDbProxyOptions,
): Promise<ServiceResponse> {
  const response = await fetch(target, {
    method,
    headers: {
      "content-type": headers["content-type"] ?? jsonType,
      "x-amz-target": headers["x-amz-target"] ?? "",
      authorization: localAuthorization(database),
    },
    body: new Uint8Array(body),
  });
  const passed = [...response.headers].filter(([name]) => passedOn.includes(name));
  const content = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(passed), body: content };
}
