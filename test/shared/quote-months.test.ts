import { expect, test } from "vitest";
import { lastOf, monthText, offeredMonths } from "#shared/quote-months.ts";

test("thirteen months are offered, from the one in Japan", () => {
  const newYear = Date.parse("2026-12-31T15:00:00Z");
  expect(offeredMonths(newYear - 1)).toMatchObject({ 0: 202612, 1: 202701, 12: 202712, length: 13 });
  expect(offeredMonths(newYear)).toMatchObject({ 0: 202701, 12: 202801, length: 13 });
});

test.each([
  [202612, 1, "2026年12月"],
  [202612, 2, "2027年1月"],
  [202604, 12, "2027年3月"],
  [202601, 12, "2026年12月"],
])("%i and %i months end with %s", (first, months, last) => {
  expect(monthText(lastOf(first, months))).toBe(last);
});
