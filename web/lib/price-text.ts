import { type Price, taxIn } from "../../shared/site-config.ts";

const intervals = {
  month: { amount: "月額", every: "毎月" },
  year: { amount: "年額", every: "毎年" },
} as const;

const yen = (amount: number): string => `${amount.toLocaleString("ja-JP")}円`;

/** `amountYen` holds the tax. */
export function priceTexts({ amountYen, interval, taxRatePercent }: Price) {
  const tax = taxIn(amountYen, taxRatePercent);
  const { amount, every } = intervals[interval];
  return {
    amount: `${amount} ${yen(amountYen)}（税込）`,
    tax: `うち消費税（${taxRatePercent}%） ${yen(tax)}`,
    every,
  };
}
