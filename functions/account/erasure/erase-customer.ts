/**
 * Erases a customer: data and account. The account is disabled first and deleted last, and every step can be repeated, so that an
 * interrupted run is finished by the next one. The audit trail is kept: it has ids only.
 */
import { readCheckout } from "#functions/billing/checkout/checkout-table.ts";
import { eraseStripeCustomer } from "#functions/billing/stripe/customers.ts";
import { expireOpenSessions } from "#functions/billing/stripe/sessions.ts";
import { listLiveSubscriptions } from "#functions/billing/stripe/subscriptions.ts";
import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import type { Item, Key, Put } from "#functions/platform/table.ts";
import { writeTogether } from "#functions/platform/table.ts";
import { deleteAccount, disableAccount } from "#functions/platform/user-pool.ts";
import { deleteClosure } from "../closing/closure-table.ts";
import { eraseRows } from "./erase-rows.ts";

export interface ErasureRequest {
  sub: string;
  /** Undefined for somebody whose account is gone. */
  loginId: string | undefined;
  /** The audit row of that action. */
  audit(action: "erasure-begun" | "erased", details: Item): Put;
  /** Rows that have no key of the customer's. */
  others?: readonly Key[];
}

/** The customer cannot be erased now; nothing was erased. */
export class NotErasable extends Error {
  readonly reason: "payment-begun" | "subscribed";
  /** `sub_... (active)` of each. */
  readonly subscriptions: readonly string[];
  constructor(reason: NotErasable["reason"], subscriptions: readonly string[] = []) {
    super(`not erasable: ${reason} ${subscriptions.join(", ")}`);
    this.name = "NotErasable";
    this.reason = reason;
    this.subscriptions = subscriptions;
  }
}

/** Returns how many rows were deleted. Throws `NotErasable`; `TransactionCanceled` when the record changed meanwhile. */
export async function eraseCustomer({ sub, loginId, audit, others = [] }: ErasureRequest): Promise<number> {
  const { profile, checkout } = await requireErasable(sub);
  const ids = { customerId: profile?.customerId, stripeCustomerId: profile?.stripeCustomerId };
  await writeTogether([audit("erasure-begun", ids)]);
  if (profile?.stripeCustomerId !== undefined) await expireOpenSessions(profile.stripeCustomerId);
  // A session may have been paid a moment ago.
  await requireNoSubscription(profile);
  if (loginId !== undefined) await disableAccount({ sub, loginId });
  if (profile?.stripeCustomerId !== undefined) await eraseStripeCustomer(profile.stripeCustomerId);
  const rows = await eraseRows({ sub, profile, checkout, others, erased: audit("erased", ids) });
  if (loginId !== undefined) await deleteAccount({ sub, loginId });
  await deleteClosure(sub);
  return rows;
}

/** Throws `NotErasable`. */
export async function requireErasable(sub: string) {
  const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
  if (checkout?.state === "creating") throw new NotErasable("payment-begun");
  await requireNoSubscription(profile);
  return { profile, checkout };
}

async function requireNoSubscription(profile: Profile | undefined): Promise<void> {
  if (profile?.stripeCustomerId === undefined) return;
  const live = await listLiveSubscriptions(profile.stripeCustomerId);
  if (live.length > 0)
    throw new NotErasable(
      "subscribed",
      live.map(({ id, status }) => `${id} (${status})`),
    );
}
