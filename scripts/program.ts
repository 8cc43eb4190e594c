import { Command } from "commander";

/**
 * The command line of an npm script. `--help` prints on stdout and ends with 0; invalid arguments print a one-line error on stderr
 * and end with 2.
 */
export const newProgram = (script: string, description: string): Command =>
  new Command(`npm run ${script} --`)
    .description(description)
    .configureOutput({ outputError: (text, write) => write(`${asOneLine(text)}\n`) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

/** Commander puts a suggestion on a line of its own. */
export const asOneLine = (text: string): string =>
  text
    .replace(/^error: /, "")
    .trim()
    .replace(/\s*\n\s*/g, " ");
