import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import { advance } from "#test/functions/support/portal.ts";
import { callerIdentity, expiredToken, serveEnvironment } from "#test/scripts/support/local-services.ts";
import { startReleases, zip } from "#test/scripts/support/releases.ts";

const arn = "arn:aws:sts::123456789012:assumed-role/Operator/taro";
const releases = await startReleases();
let folder: string;
let file: string;
let template: string;
let manual: string;
let origin: string;
let local: Awaited<ReturnType<typeof serveEnvironment>>;
let print: MockInstance<typeof console.log>;
/** How STS answers. */
let sts: { status: number; body: string };

/** STS. */
const server = createServer((_, response) => void response.writeHead(sts.status).end(sts.body));

beforeAll(async () => {
  local = await serveEnvironment(releases.portal);
  folder = mkdtempSync(join(tmpdir(), "release-"));
  [file = "", template = "", manual = ""] = ["plugin", "template", "manual"].map((name) =>
    join(folder, `${name}.zip`),
  );
  writeFileSync(file, zip("plugin"));
  writeFileSync(template, zip("template", "template"));
  writeFileSync(manual, zip("manual", "manual"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  local.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  advance(60_000);
  print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  sts = { status: 200, body: callerIdentity(arn) };
});
const notesFile = (text: string): string => {
  const path = join(folder, "notes.md");
  writeFileSync(path, text);
  return path;
};
const printed = (): string => print.mock.calls.flat().join("\n");
const release = (words: readonly string[], env = process.env): Promise<void> =>
  runOperatorCommand(["release", ...words], env);
const run = (...words: string[]): Promise<void> =>
  release([...words, "--local"], { PORT: new URL(local.origin).port });

describe("in a local cloud", () => {
  test("the command publishes, rolls back and lists, each with who did it", async () => {
    await run("publish", "plugin", file, "1.0.0", "--notes", notesFile("最初の版\n\n- 電話"));
    advance(60_000);
    await run("publish", "plugin", file, "1.1.0");
    expect((await releases.current())?.version).toBe("1.1.0");
    expect(printed()).toMatch(/^Published plugin 1\.0\.0: \d+ bytes, sha256 [0-9a-f]{64}$/m);
    expect(printed()).toContain(`s3://${identifiers.bucket}/releases/plugin/1.1.0/`);

    advance(60_000);
    await run("rollback", "plugin", "--reason", "起動しない");
    expect(printed()).toContain("Rolled plugin back from 1.1.0: customers get 1.0.0 from now on.");
    advance(60_000);
    await run("rollback", "plugin", "1.1.0");
    expect(printed()).toContain("Rolled plugin forward from 1.0.0: customers get 1.1.0 from now on.");
    expect((await releases.changes()).at(-1)).toMatchObject({ action: "rolled-forward", from: "1.0.0" });
    advance(60_000);
    await run("rollback", "plugin", "--reason", "起動しない");

    print.mockClear();
    await run("list");
    const operator = `${userInfo().username}@${hostname()}`;
    const lines = printed().split("\n");
    expect(lines[0]).toBe("plugin: customers get 1.0.0");
    expect(lines[1]).toMatch(
      /^- {2}1\.1\.0 {2}\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} +\d+ bytes {2}sha256 [0-9a-f]{8}$/,
    );
    expect(lines[2]).toMatch(/^\* {2}1\.0\.0 .* 最初の版$/);
    expect(lines[4]).toContain(`rolled-back  1.1.0 -> 1.0.0  by ${operator}  (起動しない)`);
    expect(lines[8]).toContain(`published  1.0.0  by ${operator}`);
    expect(lines.slice(9)).toEqual(["template: nothing published yet", "manual: nothing published yet"]);
  });
});

describe("notes", () => {
  const publishWith = (text: string) =>
    run("publish", "template", template, "1.0.0", "--notes", notesFile(text));

  test.each([
    ["", "is empty"],
    ["あ".repeat(4001), "is longer than 4000 characters"],
    ["段落\n\n# 見出し", 'at line 3: "# 見出し" (heading) is not shown.'],
    ["- 一\n- <b>二</b>", 'at line 1: "<b>" (html) is not shown.'],
    ["![図](https://example.jp/a.png)", "(image) is not shown."],
    ["[悪い](javascript:alert(1))", "The link javascript:alert(1) is not to https."],
    ["[古い](http://example.jp/)", "The link http://example.jp/ is not to https."],
  ])("%j are refused, and nothing is published", async (text, sentence) => {
    await expect(publishWith(text)).rejects.toThrow(sentence);
    expect(await releases.rows("template")).toEqual([]);
  });

  test("of paragraphs, lists, bold and links are kept as they were written", async () => {
    const text = "**重要**な変更\n\n- [詳細](https://example.jp/)\n  1. 内側";
    await publishWith(`${text}\r\n`);
    expect((await releases.current("template"))?.notes).toBe(text);
  });
});

describe("at AWS", () => {
  beforeEach(() => {
    // The SDK's own client reads these.
    const shell = { ...releases.portal.environmentOf("operator"), AWS_ENDPOINT_URL_STS: origin };
    for (const [name, value] of Object.entries(shell)) vi.stubEnv(name, value);
  });
  const names = { TABLE_NAME: identifiers.tableName, DOWNLOAD_BUCKET: identifiers.bucket };
  const outputs = (stacks: object): string => {
    const path = join(folder, "outputs.json");
    writeFileSync(path, JSON.stringify(stacks));
    return path;
  };

  test("the command finds the names in the environment, or in the file of outputs; the audit row holds who AWS says it was", async () => {
    await release(["publish", "manual", manual, "1.0.0"], { ...process.env, ...names });
    const stacks = {
      "Portal-dev-Data": { TableName: identifiers.tableName, DownloadBucket: identifiers.bucket },
      "Portal-dev-Site": { SiteUrl: "https://x" },
    };
    await release(["publish", "manual", manual, "1.1.0", "--outputs", outputs(stacks)]);
    // The rows stand in the order of a clock that may be set back between the two.
    const changes = (await releases.changes("manual")).map(({ version, operator }) => [version, operator]);
    expect(changes.sort()).toEqual([
      ["1.0.0", arn],
      ["1.1.0", arn],
    ]);
  });

  test("publishing needs an AWS identity", async () => {
    sts = { status: 403, body: expiredToken };
    const attempt = release(["publish", "manual", manual, "9.0.0"], { ...process.env, ...names });
    await expect(attempt).rejects.toThrow("AWS refuses these credentials (ExpiredToken): sign in again.");
    expect((await releases.current("manual"))?.version).not.toBe("9.0.0");
  });

  test("two environments in one file of outputs are not guessed between", async () => {
    const stacks = {
      "Portal-dev": { TableName: "a", DownloadBucket: "b" },
      "Portal-prod": { TableName: "c", DownloadBucket: "b" },
    };
    await expect(release(["list", "--outputs", outputs(stacks)])).rejects.toThrow(
      "more than one environment: a, c",
    );
  });
});

test.each([
  [[], "A command is missing: npm run release -- --help lists them."],
  [["publish", "plugin", "FILE"], "missing required argument 'version'"],
  [["publish", "readme", "FILE", "1.0.0"], "Allowed choices are plugin, template, manual."],
  [["publish", "plugin", "FILE", "1.0.0", "x"], "Expected 3 arguments but got 4"],
  [["publish", "plugin", "FILE", "1.0.0", "--force"], "unknown option '--force'"],
  [["list", "readme"], "Allowed choices are plugin, template, manual."],
  [["list", "plugin", "x"], "Expected 1 argument but got 2"],
  [["rollback"], "missing required argument 'plugin|template|manual'"],
  [["rollback", "plugin", "1.0.0", "x"], "Expected 2 arguments but got 3"],
  [["toString"], "unknown command 'toString'"],
])("%j is answered with one line", async (args, sentence) => {
  const refusal = await release(args.map((arg) => (arg === "FILE" ? file : arg))).catch(String);
  expect(refusal).toContain(sentence);
  expect(refusal).not.toContain("\n");
});

test("the command says in a sentence what is wrong", async () => {
  await expect(run("publish", "plugin", join(folder, "none.zip"), "9.9.9")).rejects.toThrow("cannot be read");
  await expect(release(["publish", "plugin", file, "9.9.9"], {})).rejects.toThrow("TABLE_NAME");
});
