import { expect, test } from "vitest";
import {
  compactCode,
  foldWidth,
  formatKintoneDomain,
  formatPostalCode,
  toInternationalNumber,
  toKatakana,
  trimText,
  withoutHonorific,
} from "#shared/normalize.ts";
import fc from "#test/support/property.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(..."０１２３４５６７８９0123456789－ー-〒 　ＡｂａＢ．.:/ｈｔｐｓhtpsー😀ﾊﾟ①㍿"),
  }),
);

test.each([
  ["１２３－４５６７", "123-4567"],
  ["ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ", "taro@example.com"],
  ["090ー1234―5678", "090-1234-5678"],
  ["　 a ", "a"],
  ["", ""],
])("%j folds to %j", (text, folded) => {
  expect(foldWidth(text)).toBe(folded);
});

test.each([
  ["か\u3099とう", "がとう"],
  ["ハ\u309Aン", "パン"],
  [" Rene\u0301 ", "René"],
  ["\uFA10本", "\uFA10本"],
  ["葛\u{E0100}城", "葛\u{E0100}城"],
  ["\uFEFF 山田\u200B\u3000", "山田"],
])("%j is kept as %j", (text, kept) => {
  expect(trimText(text)).toBe(kept);
});

test.each([
  ["782319", "782319"],
  ["７８２－３１９", "782319"],
  ["782 319", "782319"],
  ["【電話プラグイン】認証コード：782319（15分間有効）", "782319"],
  ["Your code is 782319. Call 0312345678.", "782319"],
  ["78231", "78231"],
  ["12345678", "12345678"],
  ["abc", "abc"],
])("the code %j is %j", (text, code) => {
  expect(compactCode(text)).toBe(code);
});

test.each([
  ["株式会社さくら 御中", "株式会社さくら"],
  ["総務部御中", "総務部"],
  ["山田 花子　様", "山田 花子"],
  ["株式会社御殿", "株式会社御殿"],
  ["ホテル王様", "ホテル王様"],
  ["葛\u{E0100}城 御中", "葛城"],
])("%j is addressed as %j", (text, addressee) => {
  expect(withoutHonorific(text)).toBe(addressee);
});

test("folding twice is folding once", () => {
  fc.assert(fc.property(anyText, (text) => foldWidth(foldWidth(text)) === foldWidth(text)));
});

test.each([
  ["1234567", "123-4567"],
  ["１２３４５６７", "123-4567"],
  ["〒123-4567", "123-4567"],
  ["123", "123"],
  ["1234", "123-4"],
  ["12345678", "123-4567"],
  ["abc", ""],
])("the postal code %j is shown as %j", (text, shown) => {
  expect(formatPostalCode(text)).toBe(shown);
});

test("a formatted postal code has at most eight digits and one hyphen, and stays", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = formatPostalCode(text);
      expect(shown).toMatch(/^(?:\d{0,3}|\d{3}-\d{1,4})$/);
      expect(formatPostalCode(shown)).toBe(shown);
    }),
  );
});

test.each([
  ["HTTPS://Example.cybozu.com/k/", "example"],
  ["http://example", "example"],
  ["example.", "example"],
  ["httpsexample", "httpsexample"],
  ["ＥＸＡＭＰＬＥ", "example"],
  ["a.b\nc", "a"],
])("the domain %j is shown as %j", (text, shown) => {
  expect(formatKintoneDomain(text)).toBe(shown);
});

test("a formatted domain has no dot and no upper-case letter", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = formatKintoneDomain(text);
      expect(shown).not.toContain(".");
      expect(shown).toBe(shown.toLowerCase());
    }),
  );
});

test("a domain is found in its address, however it is written", () => {
  const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,20}[a-z0-9])?$/);
  const address = fc.tuple(
    label,
    fc.constantFrom("", "http://", "https://", "HTTPS://"),
    fc.constantFrom("", ".cybozu.com/k/"),
  );
  fc.assert(
    fc.property(address, ([name, scheme, rest]) => {
      expect(formatKintoneDomain(`${scheme}${name.toUpperCase()}${rest}`)).toBe(name);
      expect(formatKintoneDomain(name)).toBe(name);
    }),
  );
});

test("every Japanese mobile has one international number, with or without hyphens", () => {
  const mobile = fc.tuple(
    fc.constantFrom("60", "70", "80", "90"),
    fc.stringMatching(/^\d{4}$/),
    fc.stringMatching(/^\d{4}$/),
  );
  fc.assert(
    fc.property(mobile, ([prefix, middle, end]) => {
      const expected = `+81${prefix}${middle}${end}`;
      expect(toInternationalNumber(`0${prefix}-${middle}-${end}`)).toBe(expected);
      expect(toInternationalNumber(`0${prefix}${middle}${end}`)).toBe(expected);
    }),
  );
});

/** A pattern that went back and forth in so long a text would not come to its end before the test's. */
test.each(["１", ".", "ー", " "])("half a million of %j are formatted", (character) => {
  const text = character.repeat(500_000);
  expect(foldWidth(`${text}a`)).toHaveLength(character === " " ? 1 : 500_001);
  expect(formatPostalCode(text)).toBe(character === "１" ? "111-1111" : "");
  expect(formatKintoneDomain(`${text}a`)).toHaveLength(
    character === "." ? 0 : character === " " ? 1 : 500_001,
  );
});

test.each([
  ["やまだ", "ヤマダ"],
  ["ﾔﾏﾀﾞ", "ヤマダ"],
  ["ヤマダー", "ヤマダー"],
  ["ゔぃおら", "ヴィオラ"],
  ["山田 やまだ", "山田 ヤマダ"],
])("%j is %j in katakana", (typed, katakana) => {
  expect(toKatakana(typed)).toBe(katakana);
});
