/** What `npm run admin` was asked for. */
import { parseArgs } from "node:util";
import { type Command, type OptionName, type Options, WrongUsage } from "./command.ts";
import { commands } from "./commands.ts";

const optionUsage: Readonly<Record<OptionName, string>> = {
  reason: "--reason <text>",
  full: "--full",
  force: "--force",
  confirm: "--confirm <loginId>",
  out: "--out <file.json>",
};

const callOf = (name: string, { takes, requires = [], allows = [] }: Command): string =>
  [
    `npm run admin -- ${name}`,
    ...takes.map((each) => `<${each}>`),
    ...requires.map((each) => optionUsage[each]),
    ...allows.map((each) => `[${optionUsage[each]}]`),
  ].join(" ");

const help = [
  ...Object.entries(commands).map(([name, command]) => `${callOf(name, command)}\n    ${command.purpose}`),
  "at AWS:        USER_POOL_ID, TABLE_NAME, KEY_ID, STRIPE_SECRET_ID in the environment, or --outputs <file of cdk deploy --outputs-file>",
  "local cloud:   --local [http://localhost:3000]",
].join("\n");

const wrong = (sentence: string, cause?: unknown): WrongUsage =>
  new WrongUsage(`${sentence}\n\n${help}`, { cause });

export interface CommandLine {
  command: Command;
  args: readonly string[];
  options: Options;
  /** A file of outputs. */
  outputs: string | undefined;
  /** Origin of a local cloud. */
  local: string | undefined;
}

/** Throws `WrongUsage` with what is wrong and how to call every command. */
export function readCommandLine(words: readonly string[]): CommandLine {
  const { values, positionals } = parseOptions(words);
  const { outputs, local, help: isHelpWanted, ...options } = values;
  const [name, ...args] = positionals;
  if (isHelpWanted) throw wrong("An operator's help for one customer. Every command writes who ran it.");
  if (name === undefined) throw wrong("Say which command.");
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw wrong(`There is no command ${name}.`);
  checkArguments(name, command, args);
  checkOptions(name, command, options);
  return { command, args, options, outputs, local };
}

function checkArguments(name: string, command: Command, args: readonly string[]): void {
  const fits = (each: string, index: number): boolean => {
    const arg = args[index]?.trim() ?? "";
    return each.includes("|") ? each.split("|").includes(arg) : arg !== "";
  };
  const isComplete = args.length === command.takes.length && command.takes.every(fits);
  if (!isComplete) throw wrong(`It is called so: ${callOf(name, command)}`);
}

function checkOptions(name: string, { requires = [], allows = [] }: Command, options: Options): void {
  const given = Object.entries(options).map(([option]) => option);
  const known: readonly string[] = [...requires, ...allows];
  const unknown = given.find((each) => !known.includes(each));
  if (unknown !== undefined) throw wrong(`${name} knows no --${unknown}.`);
  const isMissing = (option: OptionName) => String(options[option] ?? "").trim() === "";
  const missing = requires.find(isMissing);
  if (missing !== undefined) throw wrong(`${name} needs ${optionUsage[missing]}.`);
}

function parseOptions(words: readonly string[]) {
  // `--local` may stand alone, which parseArgs has no word for.
  const args = words.flatMap((word, index) =>
    word === "--local" && !words[index + 1]?.startsWith("http") ? [word, "http://localhost:3000"] : [word],
  );
  const options = {
    help: { type: "boolean" },
    reason: { type: "string" },
    full: { type: "boolean" },
    force: { type: "boolean" },
    confirm: { type: "string" },
    out: { type: "string" },
    outputs: { type: "string" },
    local: { type: "string" },
  } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (cause) {
    throw wrong(cause instanceof Error ? cause.message : "These options are not known.", cause);
  }
}
