import {
  type Closure,
  markClosed,
  parseClosure,
  unleasedClosures,
} from "#functions/account/closing/closure-table.ts";
import { endAccount } from "#functions/account/closing/end-account.ts";
import { isPending, readCheckout } from "#functions/billing/checkout/checkout-table.ts";
import { leased, release } from "#functions/platform/lease.ts";
import { processRows } from "./process-rows.ts";

/**
 * Ends sign-in and subscription of closed accounts once more, at least two minutes after the closing: by then no request that began
 * before it can start a payment any more. Returns how many.
 */
export async function completeClosures(): Promise<number> {
  const { tried } = await processRows({
    rows: unleasedClosures(),
    parse: parseClosure,
    rank: ({ attempts }) => attempts,
    settle: (closure) => complete(closure),
    failure: "account could not be closed",
  });
  return tried;
}

async function complete(closure: Closure): Promise<void> {
  const { sk: sub, loginId, state } = closure;
  if (state !== "closing") return;
  await leased(closure, async () => {
    await endAccount({ sub, loginId });
    // Settled by then, as paid or as closed: the next run looks again.
    if (isPending(await readCheckout(sub))) await release(closure);
    else await markClosed(closure);
  });
}
