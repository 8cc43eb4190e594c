import { japanDay } from "#functions/platform/time.ts";
import type { ContractInvoice } from "#shared/contract.ts";

/** `2026-03-31_ABCD1234-0001_11000円`: files sort by their day. An operator chooses the number's prefix at Stripe. */
export const fileNameOf = (at: string, { number, id }: ContractInvoice, amount: number): string =>
  `${japanDay(at)}_${(number ?? id).replace(/[^\w-]/g, "-")}_${amount}円`;
