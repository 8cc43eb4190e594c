/** The operators' commands as the pages show them. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCommandLine } from "#scripts/operator/command-line.ts";
import { commands } from "#scripts/operator/commands.ts";

const root = join(import.meta.dirname, "../../..");

/** Lines of shell, continued ones as one, without what stands behind `#`. */
const documented = globSync("docs/**/*.md", { cwd: root }).flatMap((page) =>
  [
    ...readFileSync(join(root, page), "utf8")
      .replace(/ *\\\n\s*/g, " ")
      .matchAll(/^ *npm run ((?:admin|release) -- .*)$/gm),
  ].map(([, line = ""]): [page: string, command: string] => [page, line.replace(/\s+#.*$/, "")]),
);

const wordsOf = (command: string): string[] =>
  [...command.replace(" -- ", " ").matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

test.each(documented.filter(([, command]) => !command.endsWith("--help")))("%s: %s", (_, command) => {
  expect(readCommandLine(wordsOf(command))).toBeDefined();
});

test("each command is shown on a page", () => {
  const shown = documented.map(([, command]) => wordsOf(command).join(" "));
  for (const name of Object.keys(commands))
    expect(shown).toContainEqual(expect.stringMatching(new RegExp(`^${name}( |$)`)));
});

test.each(["restore", "rollback", "release"])(
  "docs/runbooks/%s.md deploys at once: new-version-fails would stop the fix",
  (runbook) => {
    const page = readFileSync(join(root, `docs/runbooks/${runbook}.md`), "utf8");
    const deployments = page.match(/^ *(?:npm run deploy|npx cdk deploy|git checkout) .*$/gm) ?? [];
    expect(deployments).not.toEqual([]);
    for (const line of deployments) expect(line).toContain(" -c rollout=at-once");
  },
);

test("docs/operate.md says how a fix goes out while new-version-fails rings", () => {
  const page = readFileSync(join(root, "docs/operate.md"), "utf8");
  const section = page.split("### new-version-fails\n")[1]?.split("\n### ")[0];
  expect(section).toContain("`-c rollout=at-once`");
  expect(section).toContain("variable `ROLLOUT`");
});

test("no line of a Markdown file has more than 120 characters", () => {
  const pages = globSync("**/*.md", { cwd: root, exclude: ["**/node_modules", "dist", "cdk.out", ".local"] });
  expect(pages.length).toBeGreaterThan(60);
  const long = pages.flatMap((page) =>
    readFileSync(join(root, page), "utf8")
      .split("\n")
      .filter((line) => [...line].length > 120 && !/^\[[\w-]+\]: \S+$/.test(line))
      .map((line) => `${page}: ${line}`),
  );
  expect(long).toEqual([]);
});

test("no page types a secret into a command: it would stay in the shell's history", () => {
  const pages = globSync(["docs/**/*.md", "*.md"], { cwd: root });
  const typed = pages.flatMap((page) =>
    [
      ...readFileSync(join(root, page), "utf8").matchAll(
        /^ *(?:export .*|[A-Z_]*)\b[A-Z_]*(?:SECRET|PASSWORD|TOKEN)(?:_KEY)?=[^"$\s]\S*/gm,
      ),
    ].map(([line]) => `${page}: ${line}`),
  );
  expect(typed).toEqual([]);
});
