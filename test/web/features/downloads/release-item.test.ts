import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { formatSize } from "#web/features/downloads/file-facts.tsx";
import { ReleaseNotes } from "#web/features/downloads/release-item.tsx";

/** Elements without the classes and styles of MUI. */
const rendered = (notes: string): string =>
  renderToStaticMarkup(createElement(ReleaseNotes, { notes }))
    .replaceAll(/<style[^>]*>.*?<\/style>/g, "")
    .replaceAll(/ class="[^"]*"/g, "");

describe("release notes", () => {
  test.each([
    ["一行目\n二行目", "<p>一行目\n二行目</p>"],
    ["一\n\n二", "<p>一</p><p>二</p>"],
    ["**太い**字", "<p><strong>太い</strong>字</p>"],
    ["- 一\n- 二\n  1. 内", "<ul><li>一</li><li>二<ol><li>内</li></ol></li></ul>"],
    [
      "[詳細](https://example.jp/)",
      '<p><a href="https://example.jp/" target="_blank" rel="noopener noreferrer">詳細</a></p>',
    ],
    ["\\*印", "<p>*印</p>"],
  ])("%j become %s", (notes, html) => {
    expect(rendered(notes)).toBe(html);
  });

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "文 <b onclick=alert(1)>字</b>",
    "[悪い](javascript:alert(1))",
    "[悪い](http://example.jp/)",
    "![図](https://example.jp/a.png)",
    "# 見出し",
    "| a |\n|---|\n| b |",
    '[x](https://example.jp/"onmouseover="alert(1))',
    "<https://example.jp/><svg onload=alert(1)>",
  ])("%j brings no other element and no attribute of its own", (notes) => {
    const elements = rendered(notes).match(/<[^>]*>/g) ?? [];
    for (const element of elements)
      expect(element).toMatch(
        /^<(\/?(p|a|li|ul|ol|strong)|a href="https:[^"]*" target="_blank" rel="noopener noreferrer")>$/,
      );
  });
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1 kB"],
  [12_345_678, "12.3 MB"],
  [2_500_000_000_000, "2,500 GB"],
])("%i bytes are %s", (bytes, text) => expect(formatSize(bytes)).toBe(text));
