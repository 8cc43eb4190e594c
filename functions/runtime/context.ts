/** The context: the request, job, trigger or operator's command for which code runs. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Context as LambdaContext } from "aws-lambda";

export type LogFields = Record<string, string | number | boolean | undefined>;

/** Every log line has these fields, except `kind`. */
interface Invocation extends LogFields {
  kind: "request" | "job" | "trigger";
  /** API Gateway's request id; in a job or trigger, Lambda's. */
  requestId: string;
  /** Id of the Stripe event that is being handled. */
  eventId?: string;
}

export interface OperatorIdentity {
  /** `arn:aws:sts::...` at AWS, `taro@machine` in a local cloud. */
  operator: string;
  /** Identifies the person in CloudTrail. */
  accessKeyId: string;
}

interface OperatorCommand {
  kind: "operator";
  /** Stored in audit rows. Never logged: the reason is free text. */
  actor: OperatorIdentity & { reason?: string | undefined };
  requestId?: undefined;
  eventId?: string;
}

export type Context = Invocation | OperatorCommand;

const contexts = new AsyncLocalStorage<Context>();

/** Runs `run` in a context: its log lines and audit rows have the context's fields. */
export const withContext = <T>(opened: Context, run: () => T): T => contexts.run(opened, run);

/** Returns a Lambda handler that runs a job or trigger in a context of its own. */
export const inContext =
  <E, R>(kind: "job" | "trigger", run: (event: E) => Promise<R>) =>
  (event: E, { awsRequestId: requestId, functionName }: LambdaContext): Promise<R> =>
    withContext({ kind, requestId, function: functionName }, () => run(event));

/** Runs `run` in the current context, with the id of a Stripe event. */
export const withEvent = <T>(eventId: string, run: () => T): T =>
  contexts.run({ ...currentContext(), eventId }, run);

/** Throws when no context is open. */
export function currentContext(): Context {
  const current = contexts.getStore();
  if (!current) throw new Error("No context is open: call this within withContext().");
  return current;
}

/** Header with the request id: in responses to browsers, and in calls to other services. */
export const requestIdHeader = "x-request-id";

/** Returns the context's request id; undefined outside of a context and in an operator's command. */
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
