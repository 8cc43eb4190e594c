/**
 * Unexpected payments: they name a customer, but the portal did not request them. An operator decides about
 * them.
 */
import { updateItem } from "#functions/platform/table.ts";
import { currentContext } from "#functions/runtime/context.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";

/** The first mismatch that was found. */
export type Mismatch = "customer" | "checkout" | "price" | "no-subscription";

interface UnexpectedPayment {
  /** Id of the subscription, or of the session if there is none. */
  id: string;
  /** `sub` of the customer in its metadata. */
  sub: string;
  mismatch: Mismatch;
  stripeCustomerId: string | null;
}

/** Stores one row and raises one alarm for each payment, however often its events are sent. */
export async function reportUnexpectedPayment({
  id,
  sub: customer,
  mismatch,
  stripeCustomerId,
}: UnexpectedPayment): Promise<void> {
  const { requestId, eventId = "" } = currentContext();
  const isNew = await updateItem({
    update: { pk: "UNEXPECTED_PAYMENTS", sk: id },
    creates: true,
    set: { customer, mismatch, stripeCustomerId, foundAt: new Date().toISOString(), requestId, eventId },
    condition: "attribute_not_exists(pk)",
  });
  if (!isNew) return;
  log("error", "unexpected payment", { customer, payment: id, mismatch });
  countMetric("UnexpectedPayments");
}
