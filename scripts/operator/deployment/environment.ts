import type { Command } from "commander";
import { type Environment, settingsOf } from "#infra/config.ts";

/**
 * Adds `-c env=prod`, as the CDK CLI takes it, and `--json`. The settings may be incomplete. Throws `SettingsError` for an
 * unknown name.
 */
export function readEnvironment<Options extends object>(
  program: Command,
  args: readonly string[],
): Partial<Options> & { json?: boolean; environment: Environment } {
  const { context = [], ...options } = program
    .option("-c, --context <key=value...>", "env=dev, env=stg or env=prod")
    .option("--json", "print the result as JSON")
    .parse(args, { from: "user" })
    .opts<Partial<Options> & { context?: string[]; json?: boolean }>();
  const named = context.find((each) => each.startsWith("env="));
  return { ...(options as Partial<Options>), environment: settingsOf(named?.slice("env=".length)) };
}
