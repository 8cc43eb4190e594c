import {
  Argument,
  CommanderError,
  type Command as CommandParser,
  InvalidArgumentError,
  Option,
} from "commander";
import { settingsOf } from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";
import { asOneLine, newProgram } from "#scripts/program.ts";
import { type Command, type OptionName, type Options, optionTexts, UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { type Context, contextOption } from "./context.ts";

const descriptions = {
  admin: "Helps one customer, or stops something for all. Each command writes to the audit trail who ran it.",
  release: "Publishes the plugin, the template and the manual.",
};

const environments = `
At AWS: -c env=prod finds the environment's resources in its stacks. The portal on this machine: --local, at PORT or 3000.`;

interface GlobalOptions {
  /** Names the environment at AWS. */
  context?: Context;
  /** The local portal, not AWS. */
  local?: boolean;
  json?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

export interface CommandLine {
  command: Command;
  args: readonly string[];
  options: Options & GlobalOptions;
  /** At AWS. Undefined: the portal on this machine. */
  environment: Environment | undefined;
}

/**
 * `words` begin with the group, `admin` or `release`. Undefined: help was printed. Throws `UsageError` with a message,
 * and `SettingsError` for an unknown environment.
 */
export function readCommandLine([group = "", ...words]: readonly string[]): CommandLine | undefined {
  let line: CommandLine | undefined;
  const program = parserOf(group, (command, parser) => {
    const options: CommandLine["options"] = parser.opts();
    line = { command, args: parser.args, options, environment: environmentOf(options) };
  });
  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(messageOf(error, group), { cause: error });
  }
  return line;
}

/** Without a default: a command for one environment must not change another one. */
function environmentOf({ local, context }: GlobalOptions): Environment | undefined {
  if (local) return undefined;
  if (context?.env !== undefined) return settingsOf(context.env);
  throw new UsageError("Name the environment: -c env=prod, or --local for the portal on this machine.");
}

const messageOf = ({ code, message }: CommanderError, group: string): string =>
  code === "commander.help"
    ? `A command is missing: npm run ${group} -- --help lists them.`
    : asOneLine(message);

function parserOf(
  group: string,
  onCommand: (command: Command, parser: CommandParser) => void,
): CommandParser {
  if (group !== "admin" && group !== "release") throw new UsageError(`There is no ${group}.`);
  const program = newProgram(group, descriptions[group])
    .addHelpText("after", environments)
    .configureOutput({ writeErr: () => undefined })
    .exitOverride();
  for (const [name, command] of Object.entries<Command>(commands)) {
    const [ofGroup, ...words] = name.split(" ");
    if (ofGroup !== group) continue;
    const parser = words.reduce(subcommand, program);
    addCommand(parser, command);
    parser.action(() => onCommand(command, parser));
  }
  return program;
}

/** `notice set` is a command of a command. */
const subcommand = (parent: CommandParser, word: string): CommandParser =>
  parent.commands.find((each) => each.name() === word) ?? parent.command(word);

function addCommand(parser: CommandParser, command: Command): void {
  const { purpose, takes, mayTake = [], requires = [], allows = [] } = command;
  parser.description(purpose);
  for (const name of takes) parser.addArgument(argument(name, `<${name}>`));
  for (const name of mayTake) parser.addArgument(argument(name, `[${name}]`));
  for (const name of requires) parser.addOption(option(name).makeOptionMandatory());
  for (const name of allows) parser.addOption(option(name));
  if ("plan" in command) {
    parser.option("--dry-run", "say what would be done, and change nothing");
    parser.option("--yes", "do not ask before sessions or access end, or customers are mailed");
  }
  parser
    .option("--json", "print the result as JSON")
    .addOption(contextOption("the environment at AWS: env=dev, env=stg or env=prod", ["env"]))
    .addOption(
      new Option("--local", "work on the portal on this machine, at PORT or 3000").conflicts("context"),
    );
}

const argument = (name: string, usage: string): Argument =>
  name.includes("|") ? new Argument(usage).choices(name.split("|")) : new Argument(usage).argParser(notBlank);

function option(name: OptionName): Option {
  const [flags, description] = optionTexts[name];
  const parsed = new Option(flags, description);
  return flags.includes("<") ? parsed.argParser(notBlank) : parsed;
}

function notBlank(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return text;
}
