/**
 * One JSON line for each event. Fields are ids, names of things and numbers: never names of people, phones,
 * e-mails, keys, tokens, query strings or bodies (design section 5).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { isAwsError } from "./aws-errors.ts";
import { currentLogFields, type LogFields } from "./context.ts";

type Level = "info" | "warn" | "error";

interface LogLine {
  level: Level;
  event: string;
  [field: string]: unknown;
}

type Output = Pick<NodeJS.WriteStream, "write">;
const output = new AsyncLocalStorage<Output>();

/** Redirects the log lines of `run`, so that a program's stdout has only its result. */
export const withLogOutput = <T>(to: Output, run: () => Promise<T>): Promise<T> => output.run(to, run);

export function log(level: Level, event: string, fields: LogFields = {}): void {
  logLine({ level, event, ...fields });
}

/** Writes one line, with the time and the context's fields. */
export function logLine({ level, event, ...fields }: LogLine): void {
  const line = { level, event, at: new Date().toISOString(), ...currentLogFields(), ...fields };
  (output.getStore() ?? process.stdout).write(`${JSON.stringify(line)}\n`);
}

/** Returns the error and its cause as log fields. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {};
  return { error: describeError(error), ...cause };
}

/** Omits an AWS service's message, which may quote the input, e.g. an address. */
function describeError(error: Error): string {
  const stack = error.stack ?? error.name;
  if (!isAwsError(error)) return stack;
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return [`${error.name} ${error.$metadata?.httpStatusCode ?? "no answer"}`, ...frames].join("\n");
}
