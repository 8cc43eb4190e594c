import { writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startReleases, zip } from "#test/scripts/support/releases.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";

const releases = await startReleases();
const { release: run } = releases;
const folder = temporaryFolder();
const fileOf = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const notesFile = (text: string) => fileOf("notes.md", text);

test("the command publishes, rolls back and lists, each with who did it", async () => {
  const file = fileOf("plugin.zip", zip("plugin"));
  await run("publish", "plugin", file, "1.0.0", "--notes", notesFile("最初の版\n\n- 電話"));
  await run("publish", "plugin", file, "1.1.0");
  await run("rollback", "plugin", "--reason", "起動しない");
  await run("rollback", "plugin", "1.1.0");
  expect((await releases.current())?.version).toBe("1.1.0");
  await run("rollback", "plugin", "--reason", "起動しない");
  const operator = `${userInfo().username}@${hostname()}`;
  const made = (await releases.changes()).map(({ action, version, operator: by }) => [action, version, by]);
  expect(made).toEqual([
    ["published", "1.0.0", operator],
    ["published", "1.1.0", operator],
    ["rolled-back", "1.0.0", operator],
    ["rolled-forward", "1.1.0", operator],
    ["rolled-back", "1.0.0", operator],
  ]);
  const lines = (await run("list", "plugin")).split("\n");
  expect(lines[0]).toBe("plugin: customers get 1.0.0");
  expect(lines[1]).toMatch(/^- {2}1\.1\.0 /);
  expect(lines[2]).toMatch(/^\* {2}1\.0\.0 .* 最初の版$/);
  expect(lines[4]).toContain(`rolled-back  1.1.0 -> 1.0.0  by ${operator}  (起動しない)`);
});

const publishWith = (text: string) =>
  run(
    "publish",
    "template",
    fileOf("template.zip", zip("x", "template")),
    "1.0.0",
    "--notes",
    notesFile(text),
  );

test.each([
  ["", "is empty"],
  ["あ".repeat(4001), "is longer than 4000 characters"],
  ["段落\n\n# 見出し", 'at line 3: "# 見出し" (heading) is not shown.'],
  ["- 一\n- <b>二</b>", 'at line 1: "<b>" (html) is not shown.'],
  ["[悪い](javascript:alert(1))", "The link javascript:alert(1) is not to https."],
])("notes %j are refused, and nothing is published", async (text, sentence) => {
  await expect(publishWith(text)).rejects.toThrow(sentence);
  expect(await releases.rows("template")).toEqual([]);
});

test("notes of paragraphs, lists, bold and links are kept as they were written", async () => {
  const text = "**重要**な変更\n\n- [詳細](https://example.jp/)\n  1. 内側";
  await publishWith(`${text}\r\n`);
  expect((await releases.current("template"))?.notes).toBe(text);
});
