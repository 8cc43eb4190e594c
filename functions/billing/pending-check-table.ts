/** Stripe objects that the reconciler checks again: Checkout Sessions in setup mode and unpaid invoices. */
import * as z from "zod/mini";
import { type Delete, type Item, queryItems, type Update, updateItem } from "../platform/table.ts";

const partition = "STRIPE_CHECKS";

const row = z.object({
  /** Id of the Stripe object. */
  sk: z.string(),
  kind: z.enum(["setup-session", "unpaid-invoice"]),
  /** Of the customer. */
  sub: z.string(),
  /** Milliseconds since the epoch: when it was added, and when it was last checked (0: never). */
  since: z.int(),
  checkedAt: z.int(),
});
export type PendingCheck = z.output<typeof row>;
export const parsePendingCheck = (item: Item): PendingCheck => row.parse(item);

/** Part of a transaction, or written alone. An existing row keeps its times. */
export const addPendingCheck = ({
  kind,
  id,
  sub,
}: {
  kind: PendingCheck["kind"];
  id: string;
  sub: string;
}): Update => ({
  update: { pk: partition, sk: id },
  expression:
    "SET kind = :kind, #sub = :sub, since = if_not_exists(since, :now), checkedAt = if_not_exists(checkedAt, :never)",
  names: { "#sub": "sub" },
  values: { ":kind": kind, ":sub": sub, ":now": Date.now(), ":never": 0 },
});

export const removePendingCheck = (id: string): Delete => ({ delete: { pk: partition, sk: id } });

export const pendingChecks = () => queryItems(partition, "attribute_exists(since)", {});

export const markChecked = (id: string): Promise<boolean> =>
  updateItem({
    update: { pk: partition, sk: id },
    expression: "SET checkedAt = :now",
    condition: "attribute_exists(pk)",
    values: { ":now": Date.now() },
  });
