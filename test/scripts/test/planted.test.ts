/** `npm test` on planted tests: each plant is a folder of its own with a file that fails in one way beside a file that passes. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const program = join(import.meta.dirname, "../../../scripts/test.ts");
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface Ended {
  code: number | null;
  output: string;
  folder: string;
}

/** Vitest tells its own processes by variables, and this test runs in one. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|TEST$|VITE_)/.test(name)),
);

async function runPlanted(files: Record<string, string>, ...given: string[]): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), "planted-"));
  folders.push(folder);
  const config = `export default { test: { globals: true, projects: [{ extends: true, test: { name: "unit", include: ["*.test.js"] } }] } };`;
  const passing = `test("passes", () => {});`;
  for (const [name, text] of Object.entries({
    "vitest.config.js": config,
    "passing.test.js": passing,
    ...files,
  }))
    writeFileSync(join(folder, name), text);
  const child = spawn(process.execPath, [program, "--project", "unit", ...given], {
    cwd: folder,
    env: environment,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output, folder };
}

/** In its first run only. */
const failsOnce = `
  import { existsSync, writeFileSync } from "node:fs";
  test("fails once", () => {
    const hasRun = existsSync("once.ran");
    writeFileSync("once.ran", "");
    if (!hasRun) throw new Error("for the first time");
  });`;

const closing = (output: string): string | undefined => output.trimEnd().split("\n").at(-1);
const flakyFileOf = ({ folder }: Ended): string | undefined => {
  const path = join(folder, "test-results/flaky.txt");
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
};

test("a test that fails once is green and named, on the screen and in a file", async () => {
  const ended = await runPlanted({ "once.test.js": failsOnce });
  const line = "flaky: once.test.js > fails once: for the first time";
  expect(ended.output.split("\n")).toContain(line);
  expect(flakyFileOf(ended)).toBe(`${line}\n`);
  expect([ended.code, closing(ended.output)]).toEqual([0, "2 passed, 0 failed"]);
});

const hook = `afterAll(() => { throw new Error("not closed"); });`;
/** Each file with its line, as a pattern. In the last two every test passes. */
const failing: Record<string, [file: string, line: RegExp]> = {
  always: [
    `test("fails", () => expect(1).toBe(2));`,
    /^failed: always\.test\.js > fails: expected 1 to be 2/m,
  ],
  broken: [
    `import "./missing.js"; test("is not reached", () => {});`,
    /^failed: broken\.test\.js: .*missing\.js/m,
  ],
  hook: [
    `describe("part", () => { ${hook} test("passes as well", () => {}); });`,
    /^failed: hook\.test\.js: not closed$/m,
  ],
  stray: [
    `test("passes as well", () => { Promise.reject(new Error("nobody waits")); });`,
    /^failed: stray\.test\.js: unhandled: nobody waits$/m,
  ],
};

test("all that fails twice is red and named, with the command that runs it again", async () => {
  const files = Object.entries(failing).map(([name, [text]]) => [`${name}.test.js`, text]);
  const ended = await runPlanted(Object.fromEntries(files), "--seed", "7");
  for (const [, line] of Object.values(failing)) expect(ended.output).toMatch(line);
  expect(ended.output).toMatch(
    /^Run again: npm test -- --seed 7( (?:always|broken|hook|stray)\.test\.js){4}$/m,
  );
  expect(ended.output).toMatch(/Slowest files:\n +\d+\.\d s {2}\w+\.test\.js\n/);
  expect(flakyFileOf(ended)).toBeUndefined();
  expect([ended.code, closing(ended.output)]).toEqual([1, "3 passed, 4 failed"]);
});

test("a run in which no test fails or passes is red", async () => {
  const ended = await runPlanted({}, "-t", "no such test");
  expect([ended.code, closing(ended.output)]).toEqual([1, "0 passed, 1 failed"]);
});

test("the core leaves the slow files out, and says so", async () => {
  const project = (name: string, include: string) => ({ extends: true, test: { name, include: [include] } });
  const projects = [project("unit", "passing.test.js"), project("unit-slow", "slow.test.js")];
  const files = {
    "vitest.config.js": `export default { test: { globals: true, projects: ${JSON.stringify(projects)} } };`,
    "slow.test.js": `test("passes as well", () => {});`,
  };
  const core = await runPlanted(files, "--scope", "core");
  expect(core.output).toMatch(/^Left out: .* npm run test:all\n1 passed, 0 failed$/m);
  const all = await runPlanted(files);
  expect(all.output).not.toContain("Left out");
  expect(closing(all.output)).toBe("2 passed, 0 failed");
});

test("tests that end their process are red", async () => {
  const ended = await runPlanted({
    "vitest.config.js": `process.kill(process.pid, "SIGKILL");`,
  });
  expect(ended.output).toContain("failed: unit: ended with SIGKILL before its tests did\n");
  expect([ended.code, closing(ended.output)]).toEqual([1, "0 passed, 1 failed"]);
});
