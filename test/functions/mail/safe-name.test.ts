import fc from "fast-check";
import { expect, test } from "vitest";
import { safeName } from "#functions/mail/safe-name.ts";

test.each([
  ["株式会社山田製作所", "株式会社山田製作所"],
  ["Yamada Trading Co., Ltd.", "Yamada Trading Co., Ltd."],
  ["㈱髙﨑 Ａ＆Ｂ No.1", "㈱髙﨑 Ａ＆Ｂ No.1"],
  ["当選 https://evil.example/win?a=1 今すぐ", "当選 今すぐ"],
  ["株式会社evil.example.com/win", "株式会社"],
  ["日本語.jp へ", "日本語 へ"],
  ["ｈｔｔｐ evil．com", "ｈｔｔｐ"],
  ["//evil.example", "お客様"],
  ["連絡 win@evil.example まで", "連絡 まで"],
  ["一行目\r\n二行目\u2028三行目", "一行目 二行目 三行目"],
  ["あ".repeat(61), `${"あ".repeat(60)}…`],
  ["𠮷".repeat(60), "𠮷".repeat(60)],
])("%j is shown as %j", (typed, shown) => {
  expect(safeName(typed)).toBe(shown);
});

test("a name is never longer than 61 letters, has no line break, and is no link", () => {
  const words = ["https://", "evil", "example", "com", "株式会社", "www"];
  const part = fc.constantFrom(...words, ".", "/", "@", " ", "\n", "：", "．");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const shown = safeName(parts.join(""));
      expect([...shown].length).toBeLessThanOrEqual(61);
      expect(shown).not.toMatch(/[\r\n]|\/\/|\S@\S|[a-z][.．](?:com|example|www|evil)/);
    }),
  );
});
