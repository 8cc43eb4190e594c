/** Pages for people who deploy and operate speak only of what there is. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const runbooks = readdirSync(join(root, "docs/runbooks")).map((name) => `docs/runbooks/${name}`);
const pages = ["docs/deploy.md", "docs/operate.md", "docs/security.md", ...runbooks];
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

test("there is a runbook for each occasion", () => {
  const occasions = ["first-deploy", "next-deploy", "rollback", "rotate-secrets", "move-domain", "restore"];
  for (const name of [...occasions, "leave-aws"]) expect(runbooks).toContain(`docs/runbooks/${name}.md`);
});

test.each(pages)("%s leads to files that exist", (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = ""]) =>
    join(dirname(page), link),
  );
  const named = [...textOf(page).matchAll(/`((?:test|infra|functions|docs)\/[\w./-]+[\w/])`/g)].map(
    ([, path = ""]) => path,
  );
  for (const path of [...links, ...named]) expect(existsSync(join(root, path)), path).toBe(true);
});

test.each(runbooks)("%s is a list of commands", (page) => {
  expect(textOf(page)).toMatch(/```sh\n[^`]*(npx cdk|aws |npm )/);
});
