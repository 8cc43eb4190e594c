/** `npm run admin -- <command>` and `npm run release -- <command>`: one command line for operators. */
import { StripeCallError } from "#functions/billing/stripe/call-error.ts";
import { TransactionCanceled } from "#functions/platform/table.ts";
import { withContext } from "#functions/runtime/context.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { withLogOutput } from "#functions/runtime/log.ts";
import { type CommandContext, CommandRefused, type Result, type Target } from "./command.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import { confirm } from "./confirm.ts";
import { runCommand } from "./run-command.ts";
import { awsTarget, localTarget } from "./targets.ts";

/**
 * Prints the result. `words` begin with `admin` or `release`. Throws `CommandRefused` with a message for the operator.
 */
export async function runOperatorCommand(words: readonly string[], env = process.env): Promise<void> {
  const line = readCommandLine(words);
  if (!line) return;
  const target = line.environment
    ? await awsTarget(line.environment)
    : await localTarget(`http://localhost:${env.PORT ?? 3000}`);
  await ownEnvironment.run({ ...env, ...target.environment }, () => runIn(target, line));
}

async function runIn(target: Target, line: CommandLine): Promise<void> {
  const { options } = line;
  const identity = await target.identify();
  console.error(`${target.description}, as ${identity.operator}`);
  const actor = { ...identity, reason: options.reason?.trim() };
  const work = () => perform(line, { ...target, options }).catch(refuseApiError);
  const { text, data } = await withContext({ kind: "operator", actor }, () =>
    withLogOutput(process.stderr, work),
  );
  console.log(options.json ? JSON.stringify(data, null, 2) : text);
}

async function perform({ command, args, options }: CommandLine, context: CommandContext): Promise<Result> {
  if ("run" in command) return command.run(args, context);
  const { steps, confirmWith, apply } = await command.plan(args, context);
  if (options.dryRun) return dryRun(await steps());
  if (confirmWith !== undefined && !options.yes) await confirm(await steps(), confirmWith);
  return apply();
}

const dryRun = (steps: readonly string[]): Result => ({
  text: [...steps, "Dry run: nothing was changed."].join("\n"),
  data: { dryRun: true, steps },
});

/** Code that is shared with the functions throws it. */
function refuseApiError(cause: unknown): never {
  if (!(cause instanceof HttpError)) throw cause;
  throw new CommandRefused(sentenceFor(cause), { cause });
}

function sentenceFor(error: HttpError): string {
  if (error instanceof StripeCallError)
    return "Stripe did not say what the customer pays: run it again once it does.";
  if (error.cause instanceof TransactionCanceled)
    return "DynamoDB was too busy with other changes, and nothing of this one was written: run it again.";
  return "A setting or a secret is missing: the line above names it (docs/runbooks/first-deploy.md).";
}

if (import.meta.main) await runCommand(runOperatorCommand);
