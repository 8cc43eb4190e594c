import { createInterface } from "node:readline/promises";
import type { ReadStream, WriteStream } from "node:tty";
import { CommandRefused } from "./command.ts";

/** A terminal, or a test's replacement. */
export interface Terminal {
  input: Pick<ReadStream, "isTTY"> & NodeJS.ReadableStream;
  output: Pick<WriteStream, "isTTY"> & NodeJS.WritableStream;
}

/**
 * Shows the steps and waits for the word. On stderr, so that stdout holds the result alone. Throws `CommandRefused`
 * without a terminal, or for another word.
 */
export async function confirm(
  steps: readonly string[],
  word: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (!input.isTTY || !output.isTTY)
    throw new CommandRefused("A word must be typed: run it in a terminal, or with --yes.");
  const lines = createInterface({ input, output });
  const closed = new AbortController();
  lines.once("close", () => closed.abort());
  try {
    const question = [...steps, `Type ${word} to go on: `].join("\n");
    const answer = await lines.question(question, { signal: closed.signal }).catch(() => "");
    if (answer.trim() !== word) throw new CommandRefused("Nothing was changed.");
  } finally {
    lines.close();
  }
}
