import {
  type PendingCheckout,
  parsePendingCheckout,
  pendingCheckouts,
} from "#functions/billing/checkout/checkout-table.ts";
import { settleCheckout } from "#functions/billing/checkout/settle.ts";
import { measureSeconds } from "#functions/runtime/metrics.ts";
import { processRows } from "./process-rows.ts";

/** Settles pending checkouts. Returns how many. */
export async function settleCheckouts(): Promise<number> {
  const { tried, failed } = await processRows({
    rows: pendingCheckouts(),
    parse: parsePendingCheckout,
    rank: ({ checkedAt }) => checkedAt,
    settle: ({ sk }) => settleCheckout(sk),
    failure: "checkout could not be settled",
  });
  measureSeconds(
    "CheckoutAge",
    failed.map(secondsSinceStart).reduce((a, b) => Math.max(a, b), 0),
  );
  return tried;
}

const secondsSinceStart = ({ startedAt }: PendingCheckout): number =>
  startedAt === undefined ? 0 : (Date.now() - Date.parse(startedAt)) / 1000;
