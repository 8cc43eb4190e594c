/** The command lines of our npm scripts, as their own parsers read them. Nothing of a script runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { expect, vi } from "vitest";
import { readCommandLine } from "#scripts/operator/command-line.ts";

const root = join(import.meta.dirname, "../../..");
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** Those that parse when they are called, not when they are loaded. */
const functionsOf: Record<string, string> = {
  preflight: "preflight",
  rollback: "rollBack",
  drill: "drill",
  lock: "lock",
  "setup:stripe": "setUpStripe",
};

class ReachedParser extends Error {
  readonly program: Command;
  constructor(program: Command) {
    super("The script would parse now.");
    this.program = program;
  }
}

export interface NpmScript {
  name: string;
  /** The words that the script gets from package.json and the page. */
  args: readonly string[];
}

/** Undefined for npm's own commands, such as `npm ci`. */
export function npmScriptOf([, ...words]: readonly string[]): NpmScript | undefined {
  const end = words.indexOf("--");
  const own = words.slice(0, end === -1 ? words.length : end).filter((word) => word !== "--silent");
  const [verb = "", ...rest] = own;
  if (!["run", "start", "test"].includes(verb)) return undefined;
  const [name = "", ...stray] = verb === "run" ? rest : own;
  expect(stray, `words that npm keeps for itself: write -- before them`).toEqual([]);
  expect(Object.keys(scripts)).toContain(name);
  return { name, args: end === -1 ? [] : words.slice(end + 1) };
}

/** `cdk deploy --all`, where a script ends with the CDK's command. */
export const cdkCommandOf = ({ name, args }: NpmScript): string[] | undefined => {
  const [, command] = /\bcdk (.*)$/.exec(scripts[name] ?? "") ?? [];
  return command === undefined ? undefined : ["cdk", ...command.split(" "), ...args];
};

const parsers = new Map<string, Promise<Command | undefined>>();

/** Undefined for a script that takes no words. */
export function parserOf(name: string): Promise<Command | undefined> {
  const known = parsers.get(name) ?? reachParser(name);
  parsers.set(name, known);
  return known;
}

async function reachParser(name: string): Promise<Command | undefined> {
  const spy = vi.spyOn(Command.prototype, "parse").mockImplementation(function (this: Command) {
    throw new ReachedParser(this);
  });
  try {
    if (isOperators(name)) readCommandLine([name]);
    else {
      const [file = ""] = /scripts\/\S+\.ts/.exec(scripts[name] ?? "") ?? [];
      const module = await import(join(root, file));
      await module[functionsOf[name] ?? ""]?.([]);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof ReachedParser)) throw error;
    return error.program
      .exitOverride()
      .configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  } finally {
    spy.mockRestore();
  }
}

const isOperators = (name: string): boolean => name === "admin" || name === "release";

/** Throws the parser's error for words that it refuses. */
export async function parse({ name, args }: NpmScript): Promise<void> {
  if (isOperators(name) && !args.includes("--help")) return void readCommandLine([name, ...args]);
  const program = await parserOf(name);
  const [, fixed = ""] = /scripts\/\S+\.ts ?(.*)$/.exec(scripts[name] ?? "") ?? [];
  const words = [...fixed.split(" ").filter(Boolean), ...args];
  if (!program) return expect(words).toEqual([]);
  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
  }
}

/** The command that the words lead to, and the words behind its name. */
export function commandOf(program: Command, args: readonly string[]): [Command, readonly string[]] {
  const found = program.commands.find((each) => each.name() === args[0]);
  return found ? commandOf(found, args.slice(1)) : [program, args];
}
