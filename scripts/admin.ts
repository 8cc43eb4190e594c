/** `npm run admin -- <command> [arguments] [--outputs file | --local [origin]]` */
import { AdminRefused, WrongUsage } from "./admin/command.ts";
import { readCommandLine } from "./admin/command-line.ts";
import { awsTarget, localTarget } from "./admin/targets.ts";

/** Prints what was done. Throws `AdminRefused` with a sentence for the person at the keyboard. */
export async function admin(words: readonly string[], env = process.env): Promise<void> {
  const { command, args, options, outputs, local } = readCommandLine(words);
  const target = local === undefined ? awsTarget(outputs, env) : await localTarget(local);
  console.log(await command.run(args, { ...target, ...(await target.whoRuns()), options }));
}

/** Throws what is nobody's refusal. */
function sentenceOf(error: unknown): string {
  if (error instanceof AdminRefused) return error.message;
  if (error instanceof Error && "$fault" in error) return `AWS refused: ${error.name}: ${error.message}`;
  throw error;
}

if (import.meta.main) {
  try {
    await admin(process.argv.slice(2));
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = error instanceof WrongUsage ? 2 : 1;
  }
}
