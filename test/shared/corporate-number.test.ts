import { describe, expect, test } from "vitest";
import { hasValidCheckDigit } from "#shared/rules.ts";
import fc from "#test/support/property.ts";

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
