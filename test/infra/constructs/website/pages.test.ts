/** Pages for people who deploy and operate speak only of what there is. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import type { FunctionSettings } from "#infra/settings/function-settings.ts";
import { allFunctions, deployedName, type FunctionName, namesOf } from "#infra/settings/functions.ts";
import { portalApp } from "#test/infra/support/portal.ts";
import { complete } from "#test/infra/support/settings.ts";

const root = join(import.meta.dirname, "../../../..");
const runbooks = readdirSync(join(root, "docs/runbooks")).map((name) => `docs/runbooks/${name}`);
const pages = ["docs/deploy.md", "docs/operate.md", "docs/security.md", ...runbooks];
/** Of docs/security.md: names in `test/`, without `.test.ts`. */
const testLists = /\bTests?:((?:[^.`]|`[^`]*`)*)\./g;
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

test("there is a runbook for each occasion", () => {
  const occasions = ["first-deploy", "next-deploy", "rollback", "rotate-secrets", "move-domain", "restore"];
  for (const name of [...occasions, "leave-aws", "lost-region-or-account"])
    expect(runbooks).toContain(`docs/runbooks/${name}.md`);
});

test.each(pages)("%s leads to files that exist", (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = ""]) =>
    join(dirname(page), link),
  );
  const text = textOf(page).replaceAll(testLists, "");
  const named = [...text.matchAll(/`((?:test|infra|functions|docs)\/[\w./-]+[\w/])`/g)].map(
    ([, path = ""]) => path,
  );
  for (const path of [...links, ...named]) expect(existsSync(join(root, path)), path).toBe(true);
});

const decisions = readdirSync(join(root, "docs/decisions")).map((name) => `docs/decisions/${name}`);

test.each(decisions)("%s has a date and a status", (page) => {
  const [, second] = textOf(page).split("\n");
  expect(second).toMatch(/^Date: \d{4}-\d\d-\d\d · Status: (accepted|replaced by \d{4})$/);
});

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
const everyPage = globSync(["docs/**/*.md", "README.md", "CONTRIBUTING.md", "test/README.md"], { cwd: root });

test.each(everyPage)("the links of %s lead to pages and their headings", (page) => {
  const prose = (text: string) => text.replaceAll(/```.*?```/gs, "");
  const links = [...prose(textOf(page)).matchAll(/\]\((?!https?:|drawing:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  for (const [link, path = "", anchor] of links) {
    const target = path === "" ? page : join(dirname(page), path);
    expect(existsSync(join(root, target)), link).toBe(true);
    if (anchor === undefined) continue;
    const headings = [...prose(textOf(target)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
    expect(headings.map(anchorOf), link).toContain(anchor);
  }
});

test("docs/security.md names tests that exist", () => {
  const lists = [...textOf("docs/security.md").matchAll(testLists)].map(([, list = ""]) => list);
  const names = lists.flatMap((list) => [...list.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  expect(names.length).toBeGreaterThan(150);
  const isTest = (name: string) =>
    [name, `${name}.test.ts`].some((file) => existsSync(join(root, "test", file)));
  expect(names.filter((name) => !isTest(name))).toEqual([]);
});

test.each(runbooks)("%s is a list of commands", (page) => {
  expect(textOf(page)).toMatch(/```sh\n[^`]*(npx cdk|aws |npm )/);
});

const commands = pages.map(textOf).join("\n");
const everything = { ...complete, dataEvents: true, backups: { keyReplicaRegion: "ap-northeast-3" } };
const stacks = Object.values(portalApp(everything).stacks);

test("every stack output that a command reads exists", () => {
  const asked = new Set(
    [...commands.matchAll(/\boutput Portal-\$ENV([\w-]*) (\w+)/g)].map(([, ...each]) => each.join(" ")),
  );
  expect(asked.size).toBeGreaterThan(5);
  const outputs = stacks.flatMap((stack) =>
    Object.keys(Template.fromStack(stack).toJSON().Outputs ?? {}).map(
      (name) => `${stack.stackName.replace("Portal-prod", "")} ${name}`,
    ),
  );
  expect(outputs).toEqual(expect.arrayContaining([...asked]));
});

/** Functions that a command names, by itself, in a loop, or to `logs`. */
const functionsIn = (text: string): string[] => [
  ...[...text.matchAll(/for f in ([a-z\s\\-]+);/g)].flatMap(([, names = ""]) => names.split(/[\s\\]+/)),
  ...[...text.matchAll(/(?:^|`)logs ([a-z-]+)/gm)].map(([, name = ""]) => name),
];

test("every stack and function that a command names exists", () => {
  const named = [...commands.matchAll(/Portal-(?:\$ENV|<env>|prod)-([\w-]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(5);
  const functions = namesOf(allFunctions).map(deployedName);
  const known = stacks.map(({ stackName }) => stackName.replace("Portal-prod-", ""));
  expect([...known, ...functions]).toEqual(expect.arrayContaining(named));
  const inLoops = pages.flatMap((page) => functionsIn(textOf(page)));
  expect(inLoops.length).toBeGreaterThan(60);
  expect(inLoops.filter((name) => !functions.includes(name))).toEqual([]);
});

const grantsOf = (name: FunctionName): FunctionSettings["grants"] => allFunctions[name].grants;

test("a restore stops every function that writes to the table, and starts each again", () => {
  const loops = [...textOf("docs/runbooks/restore.md").matchAll(/for f in ([a-z\s\\-]+);/g)];
  const [stopped = [], ...started] = loops.map(([, names = ""]) => names.split(/[\s\\]+/));
  const writers = namesOf(allFunctions)
    .filter((name) => grantsOf(name).table?.some((action) => /Put|Update|Delete/.test(action)))
    .map(deployedName);
  expect(stopped).toEqual(expect.arrayContaining(writers));
  expect(started.flat().sort()).toEqual([...stopped].sort());
});
