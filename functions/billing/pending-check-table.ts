/**
 * Stripe objects that the reconciler checks again: Checkout Sessions in setup mode, unpaid invoices, subscriptions that were
 * changed, will end, or were paid for nothing, and customers who were erased.
 */
import * as z from "zod/mini";
import {
  type Delete,
  type Item,
  queryItems,
  readPartition,
  type Update,
  updateItem,
} from "#functions/platform/table.ts";

const partition = "STRIPE_CHECKS";

const row = z.object({
  /** Id of the Stripe object; followed by `/end` for the end of a subscription. */
  sk: z.string(),
  kind: z.enum([
    "setup-session",
    "unpaid-invoice",
    "contract-change",
    "contract-end",
    "second-subscription",
    "payment-after-closing",
    "erased-customer",
  ]),
  /** Of the customer. */
  sub: z.string(),
  /** Milliseconds since the epoch: when it was added, and when it was last checked (0: never). */
  since: z.int(),
  checkedAt: z.int(),
  /** The same: not checked before. */
  dueAt: z.optional(z.int()),
});
export type PendingCheck = z.output<typeof row>;
export const parsePendingCheck = (item: Item): PendingCheck => row.parse(item);

type NewPendingCheck = Pick<PendingCheck, "kind" | "sub"> & { id: string };

/** Part of a transaction, or written alone. An existing row keeps its times. */
export const addPendingCheck = ({ kind, id, sub }: NewPendingCheck): Update => ({
  update: { pk: partition, sk: id },
  creates: true,
  set: { kind, sub },
  setOnce: { since: Date.now(), checkedAt: 0 },
});

/** The same for a check that is due later; an existing row becomes due then. */
function addCheckDueAt(check: NewPendingCheck, dueAt: number): Update {
  const { set, ...add } = addPendingCheck(check);
  return { ...add, set: { ...set, dueAt } };
}

/** Longer than a function may still be changing the subscription. */
const abandonedMs = 2 * 60_000;
/** Longer than any function runs. */
const longestRunMs = 10 * 60_000;

/** Written before a subscription is changed, so that the record is synced even if the function fails in between. */
export const contractChangeCheck = (sub: string, subscriptionId: string): Update =>
  addCheckDueAt({ kind: "contract-change", id: subscriptionId, sub }, Date.now() + abandonedMs);

/** Written before a payment is undone, so that it is even if Stripe fails in between. */
export const checkForUndo = (
  kind: "second-subscription" | "payment-after-closing",
  sub: string,
  subscriptionId: string,
): Update => addCheckDueAt({ kind, id: subscriptionId, sub }, Date.now() + abandonedMs);

/** A subscription will end at that time (ISO 8601). */
export const contractEndCheck = (sub: string, subscriptionId: string, endsAt: string): Update =>
  addCheckDueAt({ kind: "contract-end", id: `${subscriptionId}/end`, sub }, Date.parse(endsAt));

/** Part of the erasure: a function that read the record before it may still write to Stripe's customer, or open a page there. */
export const erasedCustomerCheck = (sub: string, stripeCustomerId: string): Update =>
  addCheckDueAt({ kind: "erased-customer", id: stripeCustomerId, sub }, Date.now() + longestRunMs);

export const removePendingCheck = (id: string): Delete => ({ delete: { pk: partition, sk: id } });

/** Keeps a row that has become due at another time since it was read. */
export const removeUnlessPostponed = ({ sk, dueAt }: PendingCheck): Delete => ({
  ...removePendingCheck(sk),
  condition: dueAt === undefined ? "attribute_not_exists(dueAt)" : "dueAt = :dueAt",
  ...(dueAt !== undefined && { values: { ":dueAt": dueAt } }),
});

export const pendingChecks = () =>
  queryItems(partition, "attribute_not_exists(dueAt) OR dueAt <= :now", { ":now": Date.now() });

/** Returns the subscriptions of that customer whose payments are still to be refunded. */
export async function findPaymentsToUndo(sub: string): Promise<string[]> {
  const undoings = ["second-subscription", "payment-after-closing"];
  const rows = await readPartition(partition);
  return rows.flatMap((each) => (each.sub === sub && undoings.includes(String(each.kind)) ? [each.sk] : []));
}

export const markChecked = (id: string): Promise<boolean> =>
  updateItem({
    update: { pk: partition, sk: id },
    set: { checkedAt: Date.now() },
  });
