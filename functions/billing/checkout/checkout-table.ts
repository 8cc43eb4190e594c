/**
 * The checkout of a customer: the payment mode that was chosen last, and its state. While it is pending, a
 * task settles it. `attempt` counts the starts of a payment and is part of every Stripe idempotency key.
 */

import * as z from "zod/mini";
import { isCustomer } from "#functions/customer/profile.ts";
import {
  type Check,
  type Delete,
  type Key,
  readItem,
  tryTransactWrite,
  type Update,
  updateItem,
} from "#functions/platform/table.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { taskKind } from "#functions/tasks/task.ts";
import { invoiceFields } from "#shared/invoice-fields.ts";

/** The price of the attempt, as of its start: Stripe's id of the price, and the amount. */
const price = z.object({ id: z.string(), amountYen: z.int() });

const attempt = {
  sub: z.string(),
  attempt: z.int(),
  mode: z.enum(["card", "invoice"]),
  /** Set on the Stripe customer when the payment starts; removed here when it is fulfilled. */
  invoiceFields: z.optional(invoiceFields),
  price,
  /** Paths of the Checkout Session's `success_url` and `cancel_url`. */
  successPath: z.string(),
  cancelPath: z.string(),
  /** ISO 8601: start of this attempt, and of the customer's first one. */
  startedAt: z.string(),
  firstStartedAt: z.string(),
};
const checkout = z.discriminatedUnion("state", [
  /** A Checkout Session waits for payment. */
  z.object({ ...attempt, state: z.literal("open"), sessionId: z.string() }),
  /**
   * `creating`: a request to Stripe is in progress. `sessionId`: the last opened Checkout Session, if any.
   */
  z.object({
    ...attempt,
    state: z.enum(["creating", "fulfilled", "closed"]),
    sessionId: z.optional(z.string()),
  }),
]);
export type Checkout = z.output<typeof checkout>;
export type OpenCheckout = Extract<Checkout, { state: "open" }>;

const checkoutKey = (sub: string): Key => ({ pk: `CUSTOMER#${sub}`, sk: "CHECKOUT" });
/** Key of the task that settles a pending checkout. */
const pendingKey = (sub: string): Key => ({ pk: "CHECKOUTS", sk: sub });
/** `startedAt`: ISO 8601. */
const pendingCheckout = z.object({ startedAt: z.string() });
/** The key is the customer's `sub`. */
export const checkoutTask = taskKind("CHECKOUTS", pendingCheckout);

export const readCheckout = (sub: string): Promise<Checkout | undefined> =>
  readItem(checkoutKey(sub), checkout);

export const isPending = (seen: Checkout | undefined): seen is Checkout =>
  seen?.state === "creating" || seen?.state === "open";

/** The texts of an abandoned attempt are removed from Stripe, unless the next attempt has its own. */
const fieldsOfNext = (seen: Checkout | undefined, given: Checkout["invoiceFields"]) =>
  given ?? (seen?.invoiceFields && {});

type NewCheckout = Pick<Checkout, "mode" | "invoiceFields" | "price" | "successPath" | "cancelPath">;

/**
 * Starts the next attempt. Returns undefined if the checkout changed since it was read, or if the account was
 * closed or erased.
 */
export async function claimCheckout(
  sub: string,
  seen: Checkout | undefined,
  params: NewCheckout,
): Promise<Checkout | undefined> {
  const startedAt = new Date().toISOString();
  const next: Checkout = {
    sub,
    attempt: (seen?.attempt ?? 0) + 1,
    state: "creating",
    startedAt,
    firstStartedAt: seen?.firstStartedAt ?? startedAt,
    ...params,
    invoiceFields: fieldsOfNext(seen, params.invoiceFields),
  };
  const isWritten = await tryTransactWrite([
    { put: { ...checkoutKey(sub), ...next }, ...unchanged(seen) },
    checkoutTask.enqueue(sub, { startedAt }, { dueAt: 0 }),
    isCustomer(sub),
  ]);
  if (!isWritten) return undefined;
  countMetric("Checkouts");
  return next;
}

/**
 * Saves the latest invoice fields of a pending attempt. Returns undefined if the checkout changed since it
 * was read.
 */
export async function saveInvoiceFields<C extends Checkout>(
  seen: C,
  fields: C["invoiceFields"],
): Promise<C | undefined> {
  if (fields === undefined) return seen;
  const set = { invoiceFields: fields };
  const isKept = await updateItem({ update: checkoutKey(seen.sub), set, ...unchanged(seen) });
  return isKept ? { ...seen, ...set } : undefined;
}

/** Stores the Checkout Session of this attempt. Returns false if the checkout changed since it was read. */
export const recordCheckoutSession = (seen: Checkout, sessionId: string): Promise<boolean> =>
  updateItem({
    update: checkoutKey(seen.sub),
    set: { state: "open", sessionId },
    ...unchanged(seen),
  });

/** Closes an attempt that was not paid and can no longer be paid. */
export const closeCheckout = (seen: Checkout): Promise<boolean> => tryTransactWrite(closeWrites(seen));

export const closeWrites = (seen: Checkout): (Update | Delete)[] => [
  { update: checkoutKey(seen.sub), set: { state: "closed" }, ...unchanged(seen) },
  { delete: pendingKey(seen.sub) },
];

/** A check that no payment was started since the checkout was read. */
export const checkoutUnchanged = (sub: string, seen: Checkout | undefined): Check => ({
  check: checkoutKey(sub),
  ...unchanged(seen),
});

const unchanged = (seen: Checkout | undefined) =>
  seen === undefined
    ? { condition: "attribute_not_exists(pk)" }
    : {
        condition: "attempt = :seenAttempt AND #state = :seenState",
        names: { "#state": "state" } as const,
        values: { ":seenAttempt": seen.attempt, ":seenState": seen.state },
      };
