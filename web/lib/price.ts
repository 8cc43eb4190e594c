import type { ContractPrice } from "#shared/contract.ts";
import { formatYen } from "#shared/format-yen.ts";
import { type Price, taxIn } from "#shared/site/site-config.ts";
import { formatDay } from "./format-day.ts";

const intervals = {
  month: { amount: "月額", every: "毎月" },
  year: { amount: "年額", every: "毎年" },
} as const;

/** Formats a price as `月額 11,000円（税込）`. */
export const amountText = ({ amount, interval }: Pick<ContractPrice, "amount" | "interval">): string =>
  `${intervals[interval].amount} ${formatYen(amount)}（税込）`;

/** The quote whose price applies: its number, and the end of its validity (ISO 8601). */
interface Quoted {
  number?: string;
  validUntil?: string;
}

/** Returns the texts about a price. `amountYen` includes the tax. */
export function priceTexts({ amountYen, interval, taxRatePercent, number, validUntil }: Price & Quoted) {
  const tax = taxIn(amountYen, taxRatePercent);
  const { every } = intervals[interval];
  return {
    amount: amountText({ amount: amountYen, interval }),
    tax: `うち消費税（${taxRatePercent}%） ${formatYen(tax)}`,
    every,
    ...(number !== undefined &&
      validUntil !== undefined && {
        quote: `見積書 ${number} の単価です（${formatDay(validUntil)}まで）。`,
      }),
  };
}

/** Returns the price of a contract, from its subscription. */
export const contractPriceText = ({ amount, tax, interval }: ContractPrice): string =>
  `${intervals[interval].amount} ${formatYen(amount)}（税込、うち消費税 ${formatYen(tax)}）`;
