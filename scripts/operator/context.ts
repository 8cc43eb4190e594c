/** `-c env=prod`, as the CDK CLI takes it: the environment that a command works on. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { settingsOf } from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";

const examples = { env: "prod", customers: "100000" } as const;
type ContextKey = keyof typeof examples;
export type Context = Partial<Record<ContextKey, string>>;

/** The option for the given keys, each with its own `-c`. */
export const contextOption = (description: string, taken: readonly ContextKey[]): Option =>
  new Option("-c, --context <key=value>", description).argParser((text: string, before: Context = {}) => {
    const [written = "", ...value] = text.split("=");
    const key = taken.find((each) => each === written);
    if (key !== undefined && value.length > 0) return { ...before, [key]: value.join("=") };
    throw new InvalidArgumentError(
      `Write ${taken.map((each) => `-c ${each}=${examples[each]}`).join(" or ")}.`,
    );
  });

/**
 * Adds `-c env=prod`, as the CDK CLI takes it, and `--json`. The settings may be incomplete. Throws `SettingsError` for
 * an unknown name.
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
