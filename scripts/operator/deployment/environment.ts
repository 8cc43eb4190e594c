import type { Command } from "commander";
import { SettingsError, settingsOf } from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";
import { CommandRefused } from "../command.ts";
import { type Context, contextOption } from "../context.ts";

/**
 * Adds `-c env=prod`, as the CDK CLI takes it, and `--json`. The settings may be incomplete. Throws `SettingsError` for an
 * unknown name.
 */
export function readEnvironment<Options extends object>(
  program: Command,
  args: readonly string[],
): Partial<Options> & { json?: boolean; environment: Environment; customers?: number } {
  const { context: { env, customers } = {}, ...options } = program
    .addOption(
      contextOption("env=dev, env=stg or env=prod; preflight also takes customers=100000", [
        "env",
        "customers",
      ]),
    )
    .option("--json", "print the result as JSON")
    .parse(args, { from: "user" })
    .opts<Partial<Options> & { context?: Context; json?: boolean }>();
  if (customers !== undefined && !/^[1-9]\d{0,8}$/.test(customers))
    program.error("Write -c customers= as a whole number above 0, e.g. -c customers=100000.");
  return {
    ...(options as Partial<Options>),
    environment: settingsOf(env),
    ...(customers !== undefined && { customers: Number(customers) }),
  };
}

/** Runs a script of this folder with its own words. Prints a refusal as one sentence; the exit code is then 1, as after `false`. */
export async function runScript(script: (args: readonly string[]) => Promise<unknown>): Promise<void> {
  try {
    if ((await script(process.argv.slice(2))) === false) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof CommandRefused || error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
