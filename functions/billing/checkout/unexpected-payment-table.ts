/** Payments that name a customer and that the portal did not ask for: an operator looks at them. */
import type { AuditContext } from "../../platform/audit.ts";
import { updateItem } from "../../platform/table.ts";
import { log } from "../../runtime/log.ts";
import { count } from "../../runtime/metrics.ts";

/** The first thing that is not as expected. */
export type Mismatch = "customer" | "checkout" | "price" | "no-subscription";

export interface UnexpectedPayment {
  /** Of Stripe's subscription, or of the session where there is none. */
  id: string;
  /** `sub` of the customer that it names. */
  sub: string;
  mismatch: Mismatch;
  stripeCustomerId: string | null;
}

/** One row and one alarm for each, however often Stripe tells of it. */
export async function reportUnexpectedPayment(
  { id, sub, mismatch, stripeCustomerId }: UnexpectedPayment,
  { requestId, eventId = "" }: AuditContext,
): Promise<void> {
  const isNew = await updateItem({
    update: { pk: "UNEXPECTED_PAYMENTS", sk: id },
    expression: `SET customer = :sub, mismatch = :mismatch, stripeCustomerId = :stripeCustomerId, foundAt = :now,
      requestId = :requestId, eventId = :eventId`,
    condition: "attribute_not_exists(pk)",
    values: {
      ":sub": sub,
      ":mismatch": mismatch,
      ":stripeCustomerId": stripeCustomerId,
      ":now": new Date().toISOString(),
      ":requestId": requestId,
      ":eventId": eventId,
    },
  });
  if (!isNew) return;
  log("error", "unexpected payment", { customer: sub, payment: id, mismatch });
  count("UnexpectedPayments");
}
