import { settleCheckout } from "../payments/settle.ts";
import type { Occasion } from "../services/billing-table.ts";
import { checkoutsUnderWay } from "../services/checkout-table.ts";
import { oneByOne } from "./one-by-one.ts";

/** What one run takes on; the next one, minutes later, goes on from there. */
const most = 25;

/** Returns how many were looked at. */
export async function settleCheckouts(occasion: Occasion): Promise<number> {
  const customers = await checkoutsUnderWay(most);
  return oneByOne(
    customers.map((sk) => ({ sk })),
    "checkout could not be settled",
    ({ sk }) => settleCheckout(sk, occasion),
  );
}
