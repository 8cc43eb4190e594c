import { expect, it } from "vitest";
import { formatDay, formatMonth } from "#web/lib/format-day.ts";

it("the day is the one it was in Japan", () => {
  expect(formatDay("2026-11-19T15:00:00Z")).toBe("2026年11月20日");
  expect(formatDay("soon")).toBeUndefined();
});

it("a card's last month is the one on the card", () => expect(formatMonth("2029-12")).toBe("2029年12月"));
