import type { OperatorIdentity } from "#functions/runtime/context.ts";

/** The environment that a command works on. */
export interface Target {
  /** For the person at the keyboard, e.g. `http://localhost:3000`. */
  description: string;
  /** Names of the resources, as in a function's environment. */
  environment: Readonly<Record<string, string>>;
  /** The command that runs a scheduled function now. */
  runNow(job: "announce" | "reconcile"): string;
  identify(): Promise<OperatorIdentity>;
}

/** Flags and description by name. */
export const optionTexts = {
  reason: ["--reason <text>", "why; it stays in the audit trail, so no personal data"],
  full: ["--full", "show what is masked otherwise"],
  force: ["--force", "do what is refused otherwise"],
  confirm: ["--confirm <number>", "the accounts that wait, as npm run admin -- deletions shows them"],
  from: ["--from <table>", "a table that was restored to a point in time"],
  newSecrets: ["--new-secrets", "a new licence key, mailed, and no other secret: their KMS key is lost"],
  out: ["--out <file.zip>", "the file to write"],
  notes: ["--notes <file.md>", "the release notes"],
  stop: ["--stop", "stop what is under way"],
  until: ["--until <end>", 'when it ends: 90m, 2h, 3d, or a time of Japan like "2026-11-23 18:00"'],
  kind: ["--kind <kind>", "maintenance, incident, or information, which customers can close (default)"],
  link: ["--link <https>", "where more is told"],
  screens: ["--screens <paths>", "the only screens that show it, like /menu,/contract"],
  watch: ["--watch", "say how far it is until it ends"],
} as const;
export type OptionName = keyof typeof optionTexts;

/** An option with a value is its text, any other one a switch. */
export type Options = {
  [Name in OptionName]?: (typeof optionTexts)[Name][0] extends `${string}<${string}` ? string : boolean;
};

export interface CommandContext extends Target {
  options: Options;
}

/** A command's result. */
export interface Result {
  /** For a person. */
  text: string;
  /** The same for a program: `--json`. */
  data: object;
}

/** A decided change, of which nothing is written yet. */
export interface Plan {
  /** The steps of `apply`, one sentence each, for `--dry-run` and for the confirmation of a change. */
  steps(): readonly string[] | Promise<readonly string[]>;
  /** It ends sessions or access, or mails customers: the operator types this word first, unless `--yes` is given. */
  confirmWith?: string;
  /** Can be run again after it was interrupted. */
  apply(): Promise<Result>;
}

interface CommandLineOf {
  /** A sentence for the list of commands. */
  purpose: string;
  /** Names of the arguments in their order; the permitted words with `|` between them. */
  takes: readonly string[];
  /** Arguments that may follow. */
  mayTake?: readonly string[];
  /** Required options, and optional ones. */
  requires?: readonly OptionName[];
  allows?: readonly OptionName[];
}

/** Reads. It changes only the audit trail. */
export interface ReadingCommand extends CommandLineOf {
  run(args: readonly string[], context: CommandContext): Promise<Result>;
}

/** Changes something. `plan` reads and refuses. */
export interface ChangingCommand extends CommandLineOf {
  plan(args: readonly string[], context: CommandContext): Promise<Plan>;
}

export type Command = ReadingCommand | ChangingCommand;

/** The command cannot be carried out; the message says why. */
export class CommandRefused extends Error {}

/** The command line is wrong. */
export class UsageError extends CommandRefused {}
