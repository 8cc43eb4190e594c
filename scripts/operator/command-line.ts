import { parseArgs } from "node:util";
import { type Command, type OptionName, type Options, UsageError } from "./command.ts";
import { commands } from "./commands.ts";

const optionUsage: Readonly<Record<OptionName, string>> = {
  reason: "--reason <text>",
  full: "--full",
  force: "--force",
  confirm: "--confirm <loginId>",
  out: "--out <file.zip>",
  notes: "--notes <file.md>",
  "dry-run": "--dry-run",
  stop: "--stop",
};

const usageOf = (name: string, { takes, mayTake = [], requires = [], allows = [] }: Command): string =>
  [
    `npm run ${name.replace(" ", " -- ")}`,
    ...takes.map((each) => `<${each}>`),
    ...mayTake.map((each) => `[${each}]`),
    ...requires.map((each) => optionUsage[each]),
    ...allows.map((each) => `[${optionUsage[each]}]`),
  ].join(" ");

const help = (group: string): string =>
  [
    ...Object.entries(commands)
      .filter(([name]) => name.startsWith(`${group} `))
      .map(([name, command]) => `${usageOf(name, command)}\n    ${command.purpose}`),
    "at AWS:        TABLE_NAME, USER_POOL_ID, DOWNLOAD_BUCKET, KEY_ID, STRIPE_SECRET_ID in the environment, or --outputs <file of cdk deploy --outputs-file>",
    "local cloud:   --local [origin]; without an origin: http://localhost:3000, or the port in PORT",
    "Each command writes who ran it to the audit trail.",
  ].join("\n");

/** The command that lists the commands. */
export const helpOf = ([group = "admin"]: readonly string[]): string => `${group} -- --help`;

export interface CommandLine {
  /** Undefined: print `help`. */
  command: Command | undefined;
  help: string;
  args: readonly string[];
  options: Options;
  /** A file of outputs. */
  outputs: string | undefined;
  /** Origin of a local cloud. */
  local: string | undefined;
}

/** `words` begin with the group, `admin` or `release`. Throws `UsageError` with a message. */
export function readCommandLine(words: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const { values, positionals } = parseOptions(words, env);
  const { outputs, local, help: isHelp, ...options } = values;
  const [group = "admin", verb, ...args] = positionals;
  const line = { args, options, outputs, local, help: help(group) };
  if (isHelp) return { ...line, command: undefined };
  if (verb === undefined) throw new UsageError("A command is missing.");
  const name = `${group} ${verb}`;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command ${verb}.`);
  checkArguments(name, command, args);
  checkOptions(verb, command, options);
  return { ...line, command };
}

function checkArguments(name: string, command: Command, args: readonly string[]): void {
  const { takes, mayTake = [] } = command;
  const accepted = [...takes, ...mayTake];
  const fits = (arg: string, index: number): boolean => {
    const expected = accepted[index] ?? "";
    return expected.includes("|") ? expected.split("|").includes(arg.trim()) : arg.trim() !== "";
  };
  const isComplete = args.length >= takes.length && args.length <= accepted.length && args.every(fits);
  if (!isComplete) throw new UsageError(`Usage: ${usageOf(name, command)}`);
}

function checkOptions(verb: string, { requires = [], allows = [] }: Command, options: Options): void {
  const known: readonly string[] = [...requires, ...allows];
  const unknown = Object.keys(options).find((each) => !known.includes(each));
  if (unknown !== undefined) throw new UsageError(`${verb} has no option --${unknown}.`);
  const missing = requires.find((option) => String(options[option] ?? "").trim() === "");
  if (missing !== undefined) throw new UsageError(`${verb} needs ${optionUsage[missing]}.`);
}

function parseOptions(words: readonly string[], env: NodeJS.ProcessEnv) {
  // `parseArgs` has no options with an optional value.
  const args = words.flatMap((word, index) =>
    word === "--local" && !words[index + 1]?.startsWith("http")
      ? [word, `http://localhost:${env.PORT ?? 3000}`]
      : [word],
  );
  const options = {
    help: { type: "boolean" },
    reason: { type: "string" },
    full: { type: "boolean" },
    force: { type: "boolean" },
    confirm: { type: "string" },
    out: { type: "string" },
    notes: { type: "string" },
    "dry-run": { type: "boolean" },
    stop: { type: "boolean" },
    outputs: { type: "string" },
    local: { type: "string" },
  } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : "Unknown option.", { cause });
  }
}
