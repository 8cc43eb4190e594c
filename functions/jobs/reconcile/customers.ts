import {
  type CustomerSync,
  customersToSync,
  markSynced,
  parseCustomerSync,
} from "#functions/billing/customer/customer-sync-table.ts";
import { syncCustomer } from "#functions/billing/customer/sync-customer.ts";
import { StripeCallError } from "#functions/billing/stripe/failure.ts";
import { leased } from "#functions/platform/lease.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { processRows } from "./process-rows.ts";

/** Syncs changed customers to Stripe. Returns how many. */
export async function syncCustomers(): Promise<number> {
  const { tried } = await processRows({
    rows: customersToSync(),
    parse: parseCustomerSync,
    rank: ({ attempts }) => attempts,
    settle: (row) => leased(row, () => sync(row)),
    failure: "customer could not be synced to Stripe",
  });
  return tried;
}

/** Stripe would refuse the same values again; the next change of the record tries again. */
const isFinalRefusal = (error: unknown): boolean =>
  error instanceof StripeCallError && error.failure === "refused" && error.stripeCode !== "resource_missing";

async function sync(row: CustomerSync): Promise<void> {
  try {
    await syncCustomer(row.sk);
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    log("warn", "Stripe refused the record", { customer: row.sk, ...errorFields(error) });
  }
  await markSynced(row);
}
