import { type PayerRow, payersToTell, payerTold } from "../../billing/payer-table.ts";
import { StripeFailed } from "../../billing/stripe/failure.ts";
import { tellPayer } from "../../billing/tell-payer.ts";
import { claim, release } from "../../platform/lease.ts";
import { errorFields, log } from "../../runtime/log.ts";
import { count } from "../../runtime/metrics.ts";

/** What one run takes on; the next one, minutes later, goes on from there. */
const most = 25;

/** Tells Stripe of customers whose bill changed a while ago. Returns how many. */
export async function tellPayers(): Promise<number> {
  let told = 0;
  for await (const row of payersToTell()) {
    if (!(await claim(row))) continue;
    await tell(row);
    told += 1;
    if (told >= most) break;
  }
  return told;
}

/** The same request gets the same refusal; the next change of the record asks again. */
const isFinalRefusal = (error: unknown): boolean =>
  error instanceof StripeFailed && error.failure === "refused" && error.stripeCode !== "resource_missing";

/** Whatever is wrong with one must not hold up the others. */
async function tell(row: PayerRow): Promise<void> {
  const { sk: customer, attempts } = row;
  try {
    await tellPayer(customer);
    await payerTold(row);
  } catch (error) {
    if (isFinalRefusal(error)) {
      log("warn", "Stripe refuses what the record says", { customer, ...errorFields(error) });
      return payerTold(row);
    }
    log("error", "Stripe could not be told", { customer, attempts, ...errorFields(error) });
    count("Unsettled");
    await release(row, attempts + 1).catch((later: unknown) =>
      log("warn", "its lease has to run out first", errorFields(later)),
    );
  }
}
