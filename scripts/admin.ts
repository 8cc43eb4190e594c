/** `npm run admin -- <command> [arguments] [--outputs file | --local [origin]]` */
import { parseArgs } from "node:util";
import { AdminRefused, type Command } from "./admin/command.ts";
import { resetAuthenticator } from "./admin/reset-authenticator.ts";
import { awsTarget, localTarget } from "./admin/targets.ts";

/** By what a person types. */
const commands: Readonly<Record<string, Command>> = { "reset-authenticator": resetAuthenticator };

const usage = [
  ...Object.entries(commands).map(([name, { usage }]) => `npm run admin -- ${name} ${usage} --reason <text>`),
  "  at AWS:        USER_POOL_ID=... TABLE_NAME=... in the environment, or --outputs <file of cdk deploy --outputs-file>",
  "  local cloud:   --local [http://localhost:3000]",
].join("\n");

function readArguments(args: readonly string[]) {
  // `--local` may stand alone, which parseArgs has no word for.
  const complete = args.flatMap((arg, index) =>
    arg === "--local" && !args[index + 1]?.startsWith("http") ? [arg, "http://localhost:3000"] : [arg],
  );
  const { values, positionals } = parseOptions(complete);
  const [name = "", ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const reason = values.reason?.trim();
  if (!command || !reason) throw new AdminRefused(usage);
  return { command, rest, reason, ...values };
}

function parseOptions(args: string[]) {
  const options = {
    reason: { type: "string" },
    outputs: { type: "string" },
    local: { type: "string" },
  } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (cause) {
    throw new AdminRefused(usage, { cause });
  }
}

/** Prints what was done. Throws `AdminRefused` with a sentence for the person at the keyboard. */
export async function admin(args: readonly string[], env = process.env): Promise<void> {
  const { command, rest, reason, outputs, local } = readArguments(args);
  const target = local === undefined ? awsTarget(outputs, env) : await localTarget(local);
  console.log(await command.run(rest, { ...target, reason }));
}

if (import.meta.main) {
  try {
    await admin(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof AdminRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
