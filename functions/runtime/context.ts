/** Each request, job, trigger and operator's command opens a context of its kind, which says on whose behalf code runs. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Context as LambdaContext } from "aws-lambda";

export type LogFields = Record<string, string | number | boolean | undefined>;

/** Its fields, apart from the kind, are on every log line. */
interface Invocation extends LogFields {
  kind: "request" | "job" | "trigger";
  /** Id of the request at API Gateway, or of the invocation. */
  requestId: string;
  /** Id of the Stripe event that is being handled. */
  eventId?: string;
}

export interface OperatorIdentity {
  /** `arn:aws:sts::...` at AWS, `taro@machine` in a local cloud. */
  operator: string;
  /** Leads to the person in CloudTrail. */
  accessKeyId: string;
}

interface OperatorCommand {
  kind: "operator";
  /** As the audit trail has it. It is on no log line, because the reason is free text. */
  actor: OperatorIdentity & { reason?: string | undefined };
  requestId?: undefined;
  eventId?: string;
}

export type Context = Invocation | OperatorCommand;

/** Travels with every await, so that no function hands it on. */
const contexts = new AsyncLocalStorage<Context>();

/** Opens a context: every line that `run` logs carries its fields, every audit row says who or what caused it. */
export const withContext = <T>(opened: Context, run: () => T): T => contexts.run(opened, run);

/** A Lambda handler for a job or a trigger, whose run is a context. */
export const inContext =
  <E, R>(kind: "job" | "trigger", run: (event: E) => Promise<R>) =>
  (event: E, { awsRequestId: requestId, functionName }: LambdaContext): Promise<R> =>
    withContext({ kind, requestId, function: functionName }, () => run(event));

/** Opens a context inside the current one, for a Stripe event. */
export const withEvent = <T>(eventId: string, run: () => T): T =>
  contexts.run({ ...currentContext(), eventId }, run);

/** Throws when no context is open. */
export function currentContext(): Context {
  const current = contexts.getStore();
  if (!current) throw new Error("No context is open: call this within withContext().");
  return current;
}

/** Carries the id of a request: in our answer to the browser, and in our calls to other services. */
export const requestIdHeader = "x-request-id";

/** The id of the invocation that this code works for; undefined outside of one. */
export const currentRequestId = (): string | undefined => contexts.getStore()?.requestId;

/** Adds fields to the later log lines of this invocation. */
export function addLogFields(fields: LogFields): void {
  Object.assign(contexts.getStore() ?? {}, fields);
}

export function currentLogFields(): LogFields {
  const current = contexts.getStore();
  if (current === undefined || current.kind === "operator") return {};
  const { kind: _, ...fields } = current;
  return fields;
}
