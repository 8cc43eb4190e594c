import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { topicDirectory, topicIds, topicOf } from "#web/build/guide.ts";
import { isDrawing } from "#web/forms/guide/dashboard-drawing.tsx";

const blocksOf = (markdown: string) => topicOf("sample", `# 題\n\n${markdown}`, ["vonage"]).blocks;

test("paragraphs, lists, headings, links and drawings become data, without line ends", () => {
  const markdown = [
    "一行目、\n二行目は**太字**と[アップグレード](/upgrade)、\n[作成](/guide#vonage)です。Vonage\nAPI",
    "### 見出し",
    "1. 一つ目\n   の続き\n2. 二つ目",
    "- 点",
    "![言葉](drawing:api-key)",
  ].join("\n\n");
  expect(blocksOf(markdown)).toEqual([
    {
      paragraph: [
        "一行目、二行目は",
        { strong: ["太字"] },
        "と",
        { link: "/upgrade", text: ["アップグレード"] },
        "、",
        { link: "/guide#vonage", text: ["作成"] },
        "です。Vonage API",
      ],
    },
    { heading: ["見出し"] },
    { list: [["一つ目の続き"], ["二つ目"]], ordered: true },
    { list: [["点"]], ordered: false },
    { drawing: "api-key", text: "言葉" },
  ]);
});

test.each([
  ["a path without a screen", "[a](/nowhere)"],
  ["a topic that is not there", "[a](/guide#nothing)"],
  ["a place on another screen", "[a](/update#vonage)"],
  ["http", "[a](http://dashboard.vonage.com/)"],
  ["a host that is not listed", "[a](https://example.com/)"],
  ["a script", "[a](javascript:alert(1))"],
  ["HTML", "<b>a</b>"],
  ["HTML in a line", "a <img src=x onerror=alert(1)> b"],
  ["a picture that is no drawing", "![a](https://dashboard.vonage.com/a.png)"],
  ["a drawing without words", "![](drawing:api-key)"],
  ["code", "`a`"],
  ["a list in a list", "- a\n  - b"],
])("ends the build: %s", (_name, markdown) => {
  expect(() => blocksOf(markdown)).toThrow();
});

describe.each(topicIds())("%s.md", (id) => {
  const topic = topicOf(id, readFileSync(join(topicDirectory, `${id}.md`), "utf8"), topicIds());

  test("has a title and text, and only drawings that exist", () => {
    expect(topic.title).not.toBe("");
    expect(topic.blocks.length).toBeGreaterThan(0);
    const drawings = topic.blocks.flatMap((block) => ("drawing" in block ? [block.drawing] : []));
    expect(drawings.filter((name) => !isDrawing(name))).toEqual([]);
  });

  test("stands on /guide or beside a field", () => {
    const page = readFileSync(join(topicDirectory, "../../../features/guide/guide-page.tsx"), "utf8");
    const hint = readFileSync(join(topicDirectory, "../hint.tsx"), "utf8");
    expect(page + hint).toContain(`/${id}.md"`);
  });
});
