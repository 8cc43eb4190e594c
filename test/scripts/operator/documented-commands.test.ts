/** Our commands as the pages show them, read by their own parsers; and rules of the pages. */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "#scripts/operator/commands.ts";
import { unknownToCdk } from "#test/scripts/support/cdk-options.ts";
import {
  type DocumentedCommand,
  documented,
  pages,
  shellBlocks,
  textOf,
} from "#test/scripts/support/documented-commands.ts";
import {
  cdkCommandOf,
  commandOf,
  npmScriptOf,
  parse,
  parserOf,
} from "#test/scripts/support/script-parsers.ts";
import { simpleCommands } from "#test/scripts/support/shell-commands.ts";

const root = join(import.meta.dirname, "../../..");
const titled = (all: readonly DocumentedCommand[]) =>
  all.map((each) => [each.page, each.words.join(" "), each] as const);

/** Pages that somebody types from. In a sentence of any other one, a command may stand without what it requires. */
const isGuide = (page: string): boolean =>
  /^(?:README|CONTRIBUTING|docs\/(?:operate|deploy|runbooks))\b/.test(page);

const npmCommands = documented("npm");

test.each(titled(npmCommands))("%s: %s", async (_, __, { page, words, isInline }) => {
  const script = npmScriptOf(words);
  if (!script) return;
  const cdk = cdkCommandOf(script);
  if (cdk) return expect(unknownToCdk(cdk)).toEqual([]);
  if (isInline && script.args.length === 0) return;
  const parser = await parserOf(script.name);
  const [command, args] = parser ? commandOf(parser, script.args) : [undefined, script.args];
  // The command's name alone.
  if (isInline && command && args.length === 0) return;
  if (isInline && command?.commands.length === 0 && !isGuide(page)) {
    const known = command.options.flatMap(({ long, short }) => [long, short]);
    return expect(known).toEqual(expect.arrayContaining(args.filter((word) => word.startsWith("-"))));
  }
  await parse(script);
});

test("each command of the operators is shown on a page", () => {
  const shown = npmCommands
    .filter(({ isInline }) => !isInline)
    .map(({ words }) => words.filter((word) => !/^(?:npm|run|--)$/.test(word)).join(" "));
  for (const name of Object.keys(commands))
    expect(shown).toContainEqual(expect.stringMatching(new RegExp(`^${name}( |$)`)));
});

test("every block of shell can be parsed, without its placeholders", () => {
  const script = pages
    .flatMap((page) => shellBlocks(page).flatMap((block) => [`# ${page}`, block]))
    .join("\n");
  const input = script.replaceAll(/<[A-Za-z][^<>\n|&;]*>/g, "placeholder");
  const { status, stderr } = spawnSync("bash", ["-n"], { input, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

/** Programs and options of GNU. Source: macOS's man pages of date, xargs, sed, base64, stat, readlink and grep. */
const missingOnMacOs =
  /\b(?:zcat|shred|tac|timeout|sha256sum|date (?:-d|--date)|xargs (?:-\S+ )*(?:-a|-d|-r)|sed -i|base64 -[dw]|stat -c|readlink -f|grep -P)\b/;

test("no block of shell needs a program or an option that macOS does not have", () => {
  const lines = pages.flatMap((page) => shellBlocks(page).flatMap((block) => block.split("\n")));
  expect(lines.filter((line) => missingOnMacOs.test(line))).toEqual([]);
});

test("commands are found in substitutions, loops and words that a program runs", () => {
  const script = `X=$(a 1 | b) c "$(d '2 3')" > file  # e
f() { g <arn>; }; for h in $(i); do j --k "l m" \\
  -n && o; done
xargs -P 4 sh -c 'npm run {} || p' < q; ( r )`;
  expect(simpleCommands(script)).toEqual([
    ...[["a", "1"], ["b"], ["d", "2 3"], ["c", "$(...)"], ["f"], ["g", "<arn>"], ["i"]],
    ...[["for", "h", "in", "$(...)"], ["j", "--k", "l m", "-n"], ["o"]],
    ["xargs", "-P", "4", "sh", "-c", "npm run {} || p"],
    ...[["sh", "-c", "npm run {} || p"], ["npm", "run", "{}"], ["p"], ["r"]],
  ]);
});

test.each(["restore", "rollback"])(
  "docs/runbooks/%s.md deploys at once: new-version-fails would stop the fix",
  (runbook) => {
    const deployments =
      textOf(`docs/runbooks/${runbook}.md`).match(
        /^ *(?:npm run deploy|npx cdk deploy|git checkout) .*$/gm,
      ) ?? [];
    expect(deployments).not.toEqual([]);
    for (const line of deployments) expect(line).toContain(" -c rollout=at-once");
  },
);

test("docs/operate.md says how a fix goes out while new-version-fails rings", () => {
  const section = textOf("docs/operate.md").split("### new-version-fails\n")[1]?.split("\n### ")[0];
  expect(section).toContain("`-c rollout=at-once`");
  expect(section).toContain("variable `ROLLOUT`");
});

test("no line of a Markdown file has more than 120 characters", () => {
  const all = globSync("**/*.md", { cwd: root, exclude: ["**/node_modules", "dist", "cdk.out", ".local"] });
  expect(all.length).toBeGreaterThan(60);
  const long = all.flatMap((page) =>
    textOf(page)
      .split("\n")
      .filter((line) => [...line].length > 120 && !/^\[[\w-]+\]: \S+$/.test(line))
      .map((line) => `${page}: ${line}`),
  );
  expect(long).toEqual([]);
});

test("no page types a secret into a command: it would stay in the shell's history", () => {
  const typed = pages.flatMap((page) =>
    [
      ...textOf(page).matchAll(
        /^ *(?:export .*|[A-Z_]*)\b[A-Z_]*(?:SECRET|PASSWORD|TOKEN)(?:_KEY)?=[^"$\s]\S*/gm,
      ),
    ].map(([line]) => `${page}: ${line}`),
  );
  expect(typed).toEqual([]);
});
