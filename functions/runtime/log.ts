/**
 * One JSON line for each event. Fields are ids, names of things and numbers: never names of people, phones, e-mails,
 * keys, tokens, query strings or bodies (design section 5).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { isAwsError } from "./aws-errors.ts";

type Level = "info" | "warn" | "error";
type Fields = Record<string, string | number | boolean | undefined>;

interface LogLine {
  level: Level;
  event: string;
  [field: string]: unknown;
}

/** The subject of the current work: a request, a run of a job, or a provider's event. */
export interface Context extends Fields {
  /** Id of the request at API Gateway, or of the invocation. */
  requestId: string;
  /** Id of the Stripe event that is being handled. */
  eventId?: string;
}

/** Travels with every await, so that no function hands it on. */
const context = new AsyncLocalStorage<Context>();

type Output = Pick<NodeJS.WriteStream, "write">;
const output = new AsyncLocalStorage<Output>();

/** Carries the id of a request: in our answer to the browser, and in our calls to other services. */
export const requestIdHeader = "x-request-id";

/** The id of the request or the scheduled run that this code works for; undefined outside of one. */
export const currentRequestId = (): string | undefined => context.getStore()?.requestId?.toString();

/** Opens a context: every line that `run` logs carries its fields, every audit row its ids. */
export const withContext = <T>(opened: Context, run: () => T): T => context.run(opened, run);

/** Throws when no context is open. */
export function currentContext(): Context {
  const current = context.getStore();
  if (!current) throw new Error("No context is open: call this within withContext().");
  return current;
}

/** Opens a context inside the current one, for a Stripe event. */
export const withEvent = <T>(eventId: string, run: () => T): T =>
  context.run({ ...currentContext(), eventId }, run);

/** Redirects the log lines of `run`, so that a program's stdout has only its result. */
export const withLogOutput = <T>(to: Output, run: () => Promise<T>): Promise<T> => output.run(to, run);

/** Adds fields to the later log lines of this invocation. */
export function addLogFields(fields: Fields): void {
  Object.assign(context.getStore() ?? {}, fields);
}

export function log(level: Level, event: string, fields: Fields = {}): void {
  logLine({ level, event, ...fields });
}

/** Writes one line, with the time and the invocation's fields. */
export function logLine({ level, event, ...fields }: LogLine): void {
  const line = { level, event, at: new Date().toISOString(), ...context.getStore(), ...fields };
  (output.getStore() ?? process.stdout).write(`${JSON.stringify(line)}\n`);
}

/** An error and its causes, for the log only. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {};
  return { error: describeError(error), ...cause };
}

/** Logs name and status only: an AWS service's message may quote what was sent, e.g. an address. */
function describeError(error: Error): string {
  const stack = error.stack ?? error.name;
  if (!isAwsError(error)) return stack;
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return [`${error.name} ${error.$metadata?.httpStatusCode ?? "no answer"}`, ...frames].join("\n");
}
