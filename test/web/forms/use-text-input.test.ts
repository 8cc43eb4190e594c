import { describe, expect, it } from "vitest";
import { formatPostalCode } from "#shared/normalize.ts";
import fc from "#test/support/property.ts";
import { formatTypedDomain } from "#web/forms/customer-inputs.tsx";
import { type Format, formatKeepingCaret } from "#web/forms/use-text-input.ts";
import { formatPhone } from "#web/lib/phone/format-phone.ts";

interface Input {
  text: string;
  caret: number;
}

/** A field with `|` where the caret stands. */
const at = (marked: string): Input => ({ text: marked.replace("|", ""), caret: marked.indexOf("|") });
const show = ({ text, caret }: Input): string => `${text.slice(0, caret)}|${text.slice(caret)}`;

const settle = (format: Format, previous: string, edited: Input, forwardDelete = false): Input =>
  formatKeepingCaret(format, { ...edited, previous, forwardDelete });

const type = (format: Format, { text, caret }: Input, key: string): Input =>
  settle(format, text, { text: text.slice(0, caret) + key + text.slice(caret), caret: caret + key.length });
const backspace = (format: Format, { text, caret }: Input): Input =>
  caret === 0
    ? { text, caret }
    : settle(format, text, { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 });
const forwardDelete = (format: Format, { text, caret }: Input): Input =>
  settle(format, text, { text: text.slice(0, caret) + text.slice(caret + 1), caret }, true);

describe("formatTypedDomain", () => {
  const typed = (keys: string): string =>
    [...keys].reduce((text, key) => formatTypedDomain(text + key, text), "");

  it("cuts what is pasted down to the domain", () => {
    expect(formatTypedDomain("https://Example.cybozu.com/k/", "")).toBe("example");
    expect(formatTypedDomain("ｅｘａｍｐｌｅ．ｃｙｂｏｚｕ．ｃｏｍ", "")).toBe("example");
  });

  it("never joins what is typed after a dot to the domain", () => {
    expect(typed("HTTPS://My-Co.cybozu.com")).toBe("my-co.cybozu.com");
  });
});

describe("formatKeepingCaret", () => {
  it.each<[string, Format, string, string, string]>([
    ["inserts in the middle of a postal code", formatPostalCode, "12|4-567", "3", "123|-4567"],
    ["steps over the hyphen it inserts", formatPostalCode, "123|", "4", "123-4|"],
    ["keeps a hyphen that belongs to the text", formatTypedDomain, "my|company", "-", "my-|company"],
    ["counts what is left of a removed prefix", formatTypedDomain, "https:/|example", "/", "|example"],
    ["lowercases in place", formatTypedDomain, "ex|mple", "A", "exa|mple"],
    [
      "takes the hyphens out of a number that is too long",
      formatPhone,
      "090-1234|-5678",
      "9",
      "09012349|5678",
    ],
    ["regroups a phone number", formatPhone, "03|-1234-567", "9", "03-9|123-4567"],
  ])("%s", (_, format, before, key, after) => {
    expect(show(type(format, at(before), key))).toBe(after);
  });

  it("lets Backspace and Delete cross a hyphen", () => {
    const crossed = backspace(formatPostalCode, at("123-|4567"));
    expect(show(crossed)).toBe("123|-4567");
    expect(show(backspace(formatPostalCode, crossed))).toBe("12|4-567");
    expect(show(forwardDelete(formatPostalCode, at("123|-4567")))).toBe("123-|4567");
  });

  const digit = fc.stringMatching(/^[0-9]$/);
  const formats = fc.constantFrom<Format>(formatPostalCode, formatPhone);

  it("keeps the same digits left of the caret, wherever one is typed", () => {
    fc.assert(
      fc.property(
        formats,
        fc.stringMatching(/^0[0-9]{0,5}$/),
        fc.nat(),
        digit,
        (format, digits, seed, key) => {
          const text = format(digits, "");
          const caret = 1 + (seed % text.length);
          const after = type(format, { text, caret }, key);
          const left = text.slice(0, caret).replaceAll("-", "") + key;
          expect(after.text.slice(0, after.caret).replaceAll("-", "")).toBe(left);
          expect(after.text.replaceAll("-", "")).toBe(left + text.slice(caret).replaceAll("-", ""));
        },
      ),
    );
  });

  it("empties any field by Backspace alone and never moves the caret out of the text", () => {
    fc.assert(
      fc.property(formats, fc.stringMatching(/^0[0-9]{0,10}$/), (format, digits) => {
        let input: Input = { text: format(digits, ""), caret: format(digits, "").length };
        for (let press = 0; press < 20; press += 1) {
          input = backspace(format, input);
          expect(input.caret).toBeGreaterThanOrEqual(0);
          expect(input.caret).toBeLessThanOrEqual(input.text.length);
        }
        expect(input.text).toBe("");
      }),
    );
  });
});
