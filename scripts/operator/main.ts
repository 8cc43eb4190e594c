/** `npm run admin -- <command>` and `npm run release -- <command>`: one command line for operators. */
import { CommandRefused, UsageError } from "./command.ts";
import { helpOf, readCommandLine } from "./command-line.ts";
import { awsTarget, localTarget } from "./targets.ts";

/** Prints the result. `words` begin with `admin` or `release`. Throws `CommandRefused` with a message for the operator. */
export async function runOperatorCommand(words: readonly string[], env = process.env): Promise<void> {
  const { command, args, options, outputs, local, help } = readCommandLine(words, env);
  if (!command) return void console.log(help);
  const target = local === undefined ? awsTarget(outputs, env) : await localTarget(local);
  Object.assign(process.env, target.environment);
  const identity = await target.identify();
  console.error(`${target.description}, as ${identity.operator}`);
  console.log(await command.run(args, { ...target, ...identity, options }));
}

/** Rethrows unexpected errors. */
function messageOf(error: unknown): string {
  if (error instanceof CommandRefused) return error.message;
  if (error instanceof Error && "$fault" in error) return `AWS refused: ${error.name}: ${error.message}`;
  throw error;
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  try {
    await runOperatorCommand(words);
  } catch (error) {
    console.error(messageOf(error));
    if (error instanceof UsageError) console.error(`See: npm run ${helpOf(words)}`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
