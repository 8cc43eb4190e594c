/** What the record keeps of Stripe's subscription. */
import { isDeepStrictEqual } from "node:util";
import type { CachedContract, Profile } from "#functions/customer/profile.ts";
import { priceIntervals } from "#shared/enums.ts";
import type { SubscriptionFacts, SubscriptionPrice } from "../stripe/subscriptions.ts";

export function toCache({ startedAt, currentPeriodEnd, cancelAt, price }: SubscriptionFacts): CachedContract {
  return {
    startedAt,
    ...(currentPeriodEnd !== undefined && { currentPeriodEnd }),
    ...(cancelAt !== undefined && { cancelAt }),
    ...(price && standardPriceOf(price)),
  };
}

type StandardPrice = Pick<CachedContract, "amountYen" | "interval">;

/** Yen a month or a year: nothing else is sold. */
function standardPriceOf({ currency, unitAmount, interval: each }: SubscriptionPrice): StandardPrice {
  const interval = priceIntervals.find((known) => known === each);
  return currency === "jpy" && unitAmount !== null && interval ? { amountYen: unitAmount, interval } : {};
}

export const isCached = ({ contract }: Profile, subscription: SubscriptionFacts): boolean =>
  isDeepStrictEqual(contract, toCache(subscription));
