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

const context = new AsyncLocalStorage<Fields>();

type Output = Pick<NodeJS.WriteStream, "write">;
const output = new AsyncLocalStorage<Output>();

/** Carries the id of a request: in our answer to the browser, and in our calls to other services. */
export const requestIdHeader = "x-request-id";

/** The id of the request or the scheduled run that this code works for; undefined outside of one. */
export const currentRequestId = (): string | undefined => context.getStore()?.requestId?.toString();

/** Every line that `run` logs carries `fields`. */
export const withLogFields = <T>(fields: Fields, run: () => Promise<T>): Promise<T> =>
  context.run(fields, run);

/** What `run` logs goes there; a program's stdout holds its result alone. */
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
