/**
 * Stripe objects that the reconciler checks again: Checkout Sessions in setup mode, unpaid invoices, subscriptions that were
 * changed, will end, were paid for nothing, or that a daily pass could not look at, refunds that have not arrived, and customers who
 * were erased.
 */
import * as z from "zod/mini";
import { type Delete, readPartition, type Update } from "#functions/platform/table.ts";
import { leaseMs, type Task, type TaskTime, taskKind } from "#functions/tasks/task.ts";

const partition = "STRIPE_TASKS";

const data = z.object({
  kind: z.enum([
    "setup-session",
    "unpaid-invoice",
    "contract-change",
    "contract-end",
    "second-subscription",
    "payment-after-closing",
    "erased-customer",
    "refund",
    "card-expiry",
    "contract-account",
  ]),
  /** Of the customer. */
  sub: z.string(),
  /** Milliseconds since the epoch: when it was added. */
  since: z.int(),
});
export type StripeTask = Task & z.output<typeof data>;
/** The key is the id of the Stripe object; of a subscription also with `/end`, `/card` or `/account`, for what is looked at apart. */
export const stripeTask = taskKind(partition, data);

type NewStripeTask = Pick<StripeTask, "kind" | "sub"> & { id: string };

function add({ kind, id, sub }: NewStripeTask, time: TaskTime): Update {
  const { set, setOnce, ...task } = stripeTask.enqueue(id, { kind, sub, since: 0 }, time);
  const { since: _, ...always } = set;
  return { ...task, set: always, setOnce: { ...setOnce, since: Date.now() } };
}

/** Part of a transaction, or written alone. An existing row keeps its times. */
export const addStripeTask = (check: NewStripeTask): Update => add(check, { dueAt: 0, isKept: true });

/** The same for a check that is due later; an existing row becomes due then. */
const addTaskDueAt = (check: NewStripeTask, dueAt: number): Update => add(check, { dueAt });

/** An invoice that was issued is to be paid until then (milliseconds since the epoch). */
export const dueInvoiceTask = (sub: string, invoiceId: string, lateAt: number): Update =>
  addTaskDueAt({ kind: "unpaid-invoice", id: invoiceId, sub }, lateAt + 1);

/** Longer than any function runs. */
const longestRunMs = 10 * 60_000;

/** Written before a subscription is changed, so that the profile is synced even if the function fails in between. */
export const contractChangeTask = (sub: string, subscriptionId: string): Update =>
  addTaskDueAt({ kind: "contract-change", id: subscriptionId, sub }, Date.now() + leaseMs);

/** Written before a payment is undone, so that it is even if Stripe fails in between. */
export const undoTask = (
  kind: "second-subscription" | "payment-after-closing",
  sub: string,
  subscriptionId: string,
): Update => addTaskDueAt({ kind, id: subscriptionId, sub }, Date.now() + leaseMs);

/** A subscription will end at that time (ISO 8601). */
export const contractEndTask = (sub: string, subscriptionId: string, endsAt: string): Update =>
  addTaskDueAt({ kind: "contract-end", id: `${subscriptionId}/end`, sub }, Date.parse(endsAt));

/** A refund that has not arrived. An existing row keeps its times. */
export const refundTask = (sub: string, refundId: string, dueAt: number): Update =>
  add({ kind: "refund", id: refundId, sub }, { dueAt, isKept: true });

/** A daily pass could not look at the subscription's card. */
export const cardExpiryTask = (sub: string, subscriptionId: string): Update =>
  addStripeTask({ kind: "card-expiry", id: `${subscriptionId}/card`, sub });

/** The same for the account of the contract's owner. */
export const contractAccountTask = (sub: string, subscriptionId: string): Update =>
  addStripeTask({ kind: "contract-account", id: `${subscriptionId}/account`, sub });

/** Part of the erasure: a function that read the profile before it may still write to Stripe's customer, or open a page there. */
export const erasedCustomerTask = (sub: string, stripeCustomerId: string): Update =>
  addTaskDueAt({ kind: "erased-customer", id: stripeCustomerId, sub }, Date.now() + longestRunMs);

export const removeStripeTask = (id: string): Delete => ({ delete: { pk: partition, sk: id } });

/** Returns the refunds of that customer that have not arrived. */
export const findOpenRefunds = (sub: string): Promise<string[]> => findTasks(sub, ["refund"]);

/** Returns the subscriptions of that customer whose payments are still to be refunded. */
export const findPaymentsToUndo = (sub: string): Promise<string[]> =>
  findTasks(sub, ["second-subscription", "payment-after-closing"]);

async function findTasks(sub: string, kinds: readonly StripeTask["kind"][]): Promise<string[]> {
  const rows = await readPartition(partition);
  return rows.flatMap((each) =>
    each.sub === sub && kinds.some((kind) => kind === each.kind) ? [each.sk] : [],
  );
}
