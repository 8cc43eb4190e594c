import { describe, expect, test } from "vitest";
import { searchAttributes, searchName } from "#functions/customer/search-attributes.ts";
import { toPhoneNumber } from "#scripts/operator/customer/search-profiles.ts";
import { limits } from "#shared/limits.ts";
import fc from "#test/support/property.ts";

describe("searchName", () => {
  test.each([
    ["株式会社サイボウズ", "サイボウズ"],
    ["サイボウズ株式会社", "サイボウズ"],
    ["サイボウズ　㈱", "サイボウズ"],
    ["（株）ｻｲﾎﾞｳｽﾞ", "サイボウズ"],
    ["㍿サイボウズ", "サイボウズ"],
    ["有限会社 Ｔｅｓｔ Go", "testgo"],
    ["一般社団法人さくら", "さくら"],
    ["さくら一般社団法人", "さくら"],
    ["医療法人社団さくら会", "さくら会"],
    ["NPO法人さくら", "さくら"],
    ["特定非営利活動法人 さくら", "さくら"],
    // A name that only contains it.
    ["日本株式会社協会", "日本株式会社協会"],
    ["株式会社", "株式会社"],
    ["葛\u{E0100}城\u200B商店", "葛城商店"],
    ["山田 太郎", "山田太郎"],
    ["か \u3099ん", "がん"],
    ["", ""],
  ])("%j is found as %j", (name, found) => {
    expect(searchName(name)).toBe(found);
  });

  const forms = [
    "株式会社",
    "有限会社",
    "(株)",
    "㈲",
    "医療法人",
    "医療法人社団",
    "社団法人",
    "一般社団法人",
  ];
  const anyName = fc
    .array(
      fc.oneof(
        fc.constantFrom(...forms, ..."会社法人団株(さくらサｶﾞABＣｄ　 -・𠮷\u3099\u200B\u{E0100}"),
        fc.string({ unit: "grapheme", maxLength: 3 }),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(""));

  test("every beginning of what a name is found as finds it", () => {
    fc.assert(
      fc.property(anyName, fc.nat(), (name, cut) => {
        const found = searchName(name);
        const beginning = [...found].slice(0, cut % ([...found].length + 1)).join("");
        expect(found.startsWith(searchName(beginning))).toBe(true);
      }),
    );
  });

  test("a name's beginning finds it, with the legal form or without, in front or behind", () => {
    const own = fc.string({
      unit: fc.constantFrom(..."さくら工業テスト山田ABab12"),
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(own, fc.constantFrom(...forms), fc.nat(), (name, form, cut) => {
        const beginning = name.slice(0, 1 + (cut % name.length));
        for (const company of [`${form}${name}`, `${form}　${name}`, `${name}${form}`])
          for (const typed of [beginning, `${form}${beginning}`, `${form} ${beginning}`])
            expect(searchName(company).startsWith(searchName(typed))).toBe(true);
      }),
    );
  });

  test("the longest name of the widest characters is short enough for a sort key", () => {
    for (const character of ["㍿", "\uFDFA", "𠮷"]) {
      const found = searchName(character.repeat(limits.textMaxLength));
      expect(found).not.toBe("");
      expect(Buffer.byteLength(found)).toBeLessThanOrEqual(1024);
    }
  });
});

describe("searchAttributes", () => {
  test("only fields that are given have theirs, and an empty one has none", () => {
    const given = { corporateName: "株式会社さくら", corporatePhoneNumber: "", plan: "trial" };
    expect(searchAttributes(given)).toEqual({ searchName: "さくら", searchCorporatePhone: null });
    expect(
      searchAttributes({ chargePhoneNumber: "090-1234-5678", billingPhoneNumber: "03-1234-5678" }),
    ).toEqual({ searchChargePhone: "+819012345678", searchBillingPhone: "+81312345678" });
  });

  test("a stored number is found by it, with hyphens, without them or with +81", () => {
    // Area codes, mobiles (060 is new), 050, and numbers that the owner pays for.
    const stored = fc.oneof(
      fc.stringMatching(/^0(?:3-[2-9]\d{3}|45-[2-9]\d\d|466-[2-9]\d)-\d{4}$/),
      fc.stringMatching(/^0[5-9]0-[1-9]\d{3}-\d{4}$/),
      fc.stringMatching(/^0120-\d{3}-\d{3}$/),
    );
    fc.assert(
      fc.property(stored, (number) => {
        const { searchChargePhone } = searchAttributes({ chargePhoneNumber: number });
        for (const typed of [number, number.replaceAll("-", ""), number.replace("0", "+81 ")])
          expect(toPhoneNumber(typed)).toBe(searchChargePhone);
      }),
    );
  });
});
