import type { Price } from "../../shared/site-config.ts";

const intervals = {
  month: { amount: "月額", every: "毎月" },
  year: { amount: "年額", every: "毎年" },
} as const;

const yen = (amount: number): string => `${amount.toLocaleString("ja-JP")}円`;

/** `amountYen` holds the tax; the tax in it is rounded as Stripe rounds an inclusive rate. */
export function priceTexts({ amountYen, interval, taxRatePercent }: Price) {
  const tax = Math.round((amountYen * taxRatePercent) / (100 + taxRatePercent));
  const { amount, every } = intervals[interval];
  return {
    amount: `${amount} ${yen(amountYen)}（税込）`,
    tax: `うち消費税（${taxRatePercent}%） ${yen(tax)}`,
    every,
  };
}
