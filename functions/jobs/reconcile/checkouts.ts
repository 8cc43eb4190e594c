import { type CheckoutUnderWay, checkoutsUnderWay } from "../../billing/checkout-table.ts";
import { settleCheckout } from "../../billing/settle.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { measureSeconds } from "../../runtime/metrics.ts";
import { oneByOne } from "./one-by-one.ts";

/** What one run takes on; the next one, minutes later, goes on from there. */
const most = 25;

/** Returns how many were looked at. */
export async function settleCheckouts(audit: AuditContext): Promise<number> {
  const checkouts = await checkoutsUnderWay(most);
  const unsettled = await oneByOne(checkouts, "checkout could not be settled", ({ sk }) =>
    settleCheckout(sk, audit),
  );
  measureSeconds("CheckoutAge", Math.max(0, ...unsettled.map(secondsSinceBegun)));
  return checkouts.length;
}

const secondsSinceBegun = ({ startedAt }: CheckoutUnderWay): number =>
  startedAt === undefined ? 0 : (Date.now() - Date.parse(startedAt)) / 1000;
