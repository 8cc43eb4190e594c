/** The commands that our pages show: blocks of shell, and code within a sentence. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { simpleCommands } from "./shell-commands.ts";

const root = join(import.meta.dirname, "../../..");

export const pages = globSync(["docs/**/*.md", "*.md", "test/*.md"], { cwd: root });
export const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

export interface DocumentedCommand {
  page: string;
  words: readonly string[];
  /** Within a sentence: it may be the beginning of a command. */
  isInline: boolean;
}

/** Without the indentation of a list. */
export const shellBlocks = (page: string): string[] =>
  [...textOf(page).matchAll(/^( *)(?:\d+\. )?```sh\n(.*?)^ *```/gms)].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );

const inlineCode = (page: string): string[] =>
  [
    ...textOf(page)
      .replaceAll(/^ *(?:\d+\. )?```.*?^ *```/gms, "")
      .matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/gs),
  ].map(([, , code = ""]) => code.trim().replaceAll(/\s*\n\s*/g, " "));

/** Those of all pages that begin with one of these words. `$ENV` and `<env>` are prod. */
export function documented(...programs: readonly string[]): DocumentedCommand[] {
  const commandsOf = (page: string, isInline: boolean, codes: readonly string[]) =>
    codes
      .flatMap((code) => simpleCommands(code.replaceAll(/\$ENV\b|<env>/g, "prod")))
      .filter(([program = ""]) => programs.includes(program))
      .map((words) => ({ page, words, isInline }));
  return pages.flatMap((page) => [
    ...commandsOf(page, false, shellBlocks(page)),
    ...commandsOf(page, true, inlineCode(page)),
  ]);
}
