import { expect, it } from "vitest";
import { formatDay, formatMonth } from "#web/lib/format-day.ts";
import { priceTexts } from "#web/lib/price.ts";

it("the day is the one it was in Japan", () => {
  expect(formatDay("2026-11-19T15:00:00Z")).toBe("2026年11月20日");
  expect(formatDay("soon")).toBeUndefined();
});

it("a card's last month is the one on the card", () => expect(formatMonth("2029-12")).toBe("2029年12月"));

it("the price names amount, interval and the tax within", () => {
  expect(priceTexts({ amountYen: 11_000, interval: "month", taxRatePercent: 10 })).toEqual({
    amount: "月額 11,000円（税込）",
    tax: "うち消費税（10%） 1,000円",
    every: "毎月",
  });
  expect(priceTexts({ amountYen: 99, interval: "year", taxRatePercent: 10 })).toEqual({
    amount: "年額 99円（税込）",
    tax: "うち消費税（10%） 9円",
    every: "毎年",
  });
});
