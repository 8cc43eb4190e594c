import * as z from "zod/mini";
import { isAwsError } from "#functions/runtime/aws-errors.ts";
import { SettingsError } from "#infra/config.ts";
import { CommandRefused, UsageError } from "./command.ts";
import { issuesIn } from "./show.ts";

/**
 * Runs a command with the words of its command line. An error that an operator can act on is printed as one sentence.
 * The exit code is 2 for a wrong command line, and 1 after any other error or `false`.
 */
export async function runCommand(command: (words: readonly string[]) => Promise<unknown>): Promise<void> {
  try {
    if ((await command(process.argv.slice(2))) === false) process.exitCode = 1;
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** Rethrows unexpected errors. */
function messageOf(error: unknown): string {
  if (error instanceof CommandRefused || error instanceof SettingsError) return error.message;
  if (error instanceof z.core.$ZodError) return `A row of the table cannot be read: ${issuesIn(error)}.`;
  if (error instanceof Error && "$fault" in error) return `AWS refused: ${error.name}: ${error.message}`;
  if (isAwsError(error)) return `AWS cannot be reached (${error.message}): run it again.`;
  throw error;
}
