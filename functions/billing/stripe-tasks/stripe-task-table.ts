/**
 * Stripe tasks: Stripe objects that the reconciler checks again. Checkout Sessions in setup mode, unpaid
 * invoices, refunds that have not arrived, erased customers, and subscriptions that were changed, will end,
 * have to be refunded, or could not be checked by a daily pass.
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
  /** `sub` of the customer. */
  sub: z.string(),
  /** Milliseconds since the epoch: when it was added. */
  since: z.int(),
});
export type StripeTask = Task & z.output<typeof data>;
/**
 * The key is the id of the Stripe object. Further tasks of a subscription end with `/end`, `/card` or
 * `/account`.
 */
export const stripeTask = taskKind(partition, data);

type NewStripeTask = Pick<StripeTask, "kind" | "sub"> & { id: string };

function add({ kind, id, sub }: NewStripeTask, time: TaskTime): Update {
  const { set, setOnce, ...task } = stripeTask.enqueue(id, { kind, sub, since: 0 }, time);
  const { since: _, ...always } = set;
  return { ...task, set: always, setOnce: { ...setOnce, since: Date.now() } };
}

/** The write that adds a task that is due at once. An existing row keeps its times. */
export const addStripeTask = (check: NewStripeTask): Update => add(check, { dueAt: 0, isKept: true });

/** The write that adds a task that is due later. An existing row becomes due then. */
const addTaskDueAt = (check: NewStripeTask, dueAt: number): Update => add(check, { dueAt });

/** The task of an issued invoice, which is late after `lateAt` (milliseconds since the epoch). */
export const dueInvoiceTask = (sub: string, invoiceId: string, lateAt: number): Update =>
  addTaskDueAt({ kind: "unpaid-invoice", id: invoiceId, sub }, lateAt + 1);

/** Longer than any function runs. */
const longestRunMs = 10 * 60_000;

/**
 * Written before a subscription is changed, so that the profile is synced even if the function fails in
 * between.
 */
export const contractChangeTask = (sub: string, subscriptionId: string): Update =>
  addTaskDueAt({ kind: "contract-change", id: subscriptionId, sub }, Date.now() + leaseMs);

/** Written before a payment is undone: the reconciler completes it if Stripe fails in between. */
export const undoTask = (
  kind: "second-subscription" | "payment-after-closing",
  sub: string,
  subscriptionId: string,
): Update => addTaskDueAt({ kind, id: subscriptionId, sub }, Date.now() + leaseMs);

/** The task of a subscription that will end at that time (ISO 8601). */
export const contractEndTask = (sub: string, subscriptionId: string, endsAt: string): Update =>
  addTaskDueAt({ kind: "contract-end", id: `${subscriptionId}/end`, sub }, Date.parse(endsAt));

/** The task of a refund that has not arrived. An existing row keeps its times. */
export const refundTask = (sub: string, refundId: string, dueAt: number): Update =>
  add({ kind: "refund", id: refundId, sub }, { dueAt, isKept: true });

/** The task of a subscription whose card a daily pass could not check. */
export const cardExpiryTask = (sub: string, subscriptionId: string): Update =>
  addStripeTask({ kind: "card-expiry", id: `${subscriptionId}/card`, sub });

/** The task of a contract whose account the daily look could not check. */
export const contractAccountTask = (sub: string, subscriptionId: string): Update =>
  addStripeTask({ kind: "contract-account", id: `${subscriptionId}/account`, sub });

/**
 * Part of the erasure: a function that read the profile before may still update the Stripe customer, or open
 * a payment page.
 */
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
