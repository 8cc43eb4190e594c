/** Options of the installed CDK's command line. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "../../../node_modules/aws-cdk/lib/cli/cli-type-registry.json");

interface Options {
  [option: string]: { alias?: string | string[]; type: string };
}
const {
  globalOptions,
  commands,
}: { globalOptions: Options; commands: Record<string, { options?: Options }> } = JSON.parse(
  readFileSync(file, "utf8"),
);

/** The words that `cdk` does not know: the command, or options of it. */
export function unknownToCdk([, name = "", ...words]: readonly string[]): string[] {
  const command = commands[name];
  if (!command) return [name];
  const known = Object.entries({ ...globalOptions, ...command.options }).flatMap(
    ([option, { alias = [], type }]) => [
      `--${option}`,
      ...[alias].flat().map((letter) => `-${letter}`),
      ...(type === "boolean" ? [`--no-${option}`] : []),
    ],
  );
  return words.filter((word) => word.startsWith("-") && !known.includes(word));
}
