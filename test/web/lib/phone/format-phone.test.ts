import library from "libphonenumber-js/metadata.min.json";
import { describe, expect, it } from "vitest";
import { formatPhone } from "#web/lib/phone/format-phone.ts";
import japan from "#web/lib/phone/phone-metadata-jp.json" with { type: "json" };

const type = (keys: string): string => [...keys].reduce((text, key) => formatPhone(text + key, text), "");

describe("formatPhone", () => {
  it.each([
    ["09012345678", "090-1234-5678"],
    ["0312345678", "03-1234-5678"],
    ["0120123456", "0120-123-456"],
    ["0451234567", "045-123-4567"],
    ["0466123456", "0466-12-3456"],
    ["0499823111", "04998-2-3111"],
    ["090-1234-5678", "090-1234-5678"],
    ["０９０１２３４５６７８", "090-1234-5678"],
    ["０９０ー１２３４ー５６７８", "090-1234-5678"],
    ["+819012345678", "090-1234-5678"],
    ["090 1234 5678", "090-1234-5678"],
    ["０９０　１２３４　５６７８", "090-1234-5678"],
    ["(03) 1234-5678", "03-1234-5678"],
    ["090.1234.5678", "090-1234-5678"],
    ["01018005551234", "01018005551234"],
    ["", ""],
  ])("gives %s typed or pasted as %s", (typed, expected) => {
    expect(type(typed)).toBe(expected);
    expect(formatPhone(typed)).toBe(expected);
  });

  it("leaves the groups of someone who sets the hyphens", () => {
    expect(formatPhone("0901-23-45678")).toBe("0901-23-45678");
    expect(formatPhone("045-1234-567-", "045-1234-567")).toBe("045-1234-567-");
  });

  it("regroups when a digit is taken out of the middle", () => {
    expect(formatPhone("090-234-5678", "090-1234-5678")).toBe("090-2345-678");
  });

  it("keeps a number that is too long, so that the rule can say so", () => {
    expect(formatPhone("090-1234-56789", "090-1234-5678")).toBe("090123456789");
  });

  it("knows what the library knows", () => {
    expect(japan).toEqual({ version: library.version, JP: library.countries.JP });
  });
});
