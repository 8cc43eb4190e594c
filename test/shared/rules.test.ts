import { describe, expect, test } from "vitest";
import { hasValidCheckDigit, isDeliverableEmail, isUsableText, isVisible } from "#shared/rules.ts";
import fc from "#test/support/property.ts";

const atom = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,15}$/);
const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,20}[a-z0-9])?$/);
const address = fc
  .tuple(fc.array(atom, { minLength: 1, maxLength: 4 }), fc.array(label, { minLength: 1, maxLength: 3 }))
  .map(([local, domain]) => `${local.join(".")}@${domain.join(".")}.jp`);

test("every plain address is taken, and none that Stripe or SES refuses", () => {
  fc.assert(fc.property(address, isDeliverableEmail));
  const forbidden = fc.constantFrom(...',;:<>()[]"\\ @あ', "..", "\u0000", "\u200b");
  fc.assert(
    fc.property(address, forbidden, (good, part) => {
      expect(isDeliverableEmail(`${part}${good}`)).toBe(false);
      expect(isDeliverableEmail(`${good.replace("@", `${part}@`)}`)).toBe(false);
      expect(isDeliverableEmail(`${good}${part}`)).toBe(false);
    }),
  );
});

test("valid text survives UTF-8 unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const returned = new TextDecoder().decode(new TextEncoder().encode(`x${text}`));
      expect(!isUsableText(text) || returned === `x${text}`).toBe(true);
    }),
  );
});

test("text is visible as soon as one character is", () => {
  const nothing = fc.string({ unit: fc.constantFrom(" ", "\u3000", "\u200b", "\u3164", "\u2060", "\u115f") });
  fc.assert(
    fc.property(nothing, nothing, (before, after) => {
      expect(isVisible(before + after)).toBe(false);
      expect(isVisible(`${before}山${after}`)).toBe(true);
    }),
  );
});

/** The twelve digits behind the check digit. */
const body = fc.stringMatching(/^\d{12}$/);
const checkDigits = (twelve: string): string[] =>
  [..."0123456789"].filter((digit) => hasValidCheckDigit(digit + twelve));

test.each(["7000012050002", "7000020100005", "1180301018771", "8010001999998"])("%s is real", (number) => {
  expect(hasValidCheckDigit(number)).toBe(true);
});

test("every twelve digits have exactly one check digit, from 1 to 9", () => {
  fc.assert(
    fc.property(body, (twelve) => {
      expect(checkDigits(twelve)).toHaveLength(1);
      expect(checkDigits(twelve)).not.toContain("0");
    }),
  );
});

describe("one wrong digit", () => {
  const mistake = fc.tuple(body, fc.nat(12), fc.integer({ min: 1, max: 9 }));

  /**
   * The weights are 1 and 2, the modulus 9. A difference d of a digit moves the sum by d or 2d, which only 9 divides
   * when d is 9: a 0 read as 9, or the reverse, goes unnoticed, and nothing else does.
   */
  test("is noticed, unless 0 and 9 were mistaken for each other", () => {
    fc.assert(
      fc.property(mistake, ([twelve, at, step]) => {
        const number = (checkDigits(twelve)[0] ?? "") + twelve;
        const right = Number(number[at]);
        const wrong = (right + step) % 10;
        const changed = number.slice(0, at) + wrong + number.slice(at + 1);
        const unnoticed = at > 0 && Math.abs(right - wrong) === 9;
        expect(hasValidCheckDigit(changed)).toBe(unnoticed);
      }),
      { numRuns: 1000 },
    );
  });
});
