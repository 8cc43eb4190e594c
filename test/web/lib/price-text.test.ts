import { describe, expect, it } from "vitest";
import { priceTexts } from "#web/lib/price.ts";

describe("the price", () => {
  it("names amount, interval and the tax within", () => {
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
});
