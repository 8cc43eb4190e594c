/** Payments that were reversed or will not arrive. */

import { auditRow } from "#functions/platform/audit.ts";
import type { AuditAction } from "#functions/platform/audit-actions.ts";
import type { Put } from "#functions/platform/table.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { type Customer, findSubscriber } from "../customer/find-customer.ts";
import { readInvoice } from "../stripe/invoices.ts";

/**
 * Returns the audit row of a refund or a dispute. `part`: yen of the payment that were refunded so far;
 * undefined for all.
 */
export function reversalRow(
  { sub, profile }: Customer,
  action: AuditAction,
  stripeObject: string,
  part?: number,
): Put {
  const { customerId, subscriptionId } = profile;
  const details = { action, customerId, subscriptionId, stripeObject, part };
  const id = `${action.toUpperCase()}#${stripeObject}${part === undefined ? "" : `#${part}`}`;
  return auditRow(sub, details, id);
}

/** Returns the customer whose plan the invoice is for, and the subscription. */
export async function findPayer(invoiceId: string | null) {
  const subscriptionId = invoiceId === null ? null : (await readInvoice(invoiceId)).subscriptionId;
  const customer = await findSubscriber(subscriptionId);
  return customer && subscriptionId !== null ? { ...customer, subscriptionId } : undefined;
}

export function reportLostPayment(event: string, customer: string, stripeObject: string): void {
  log("error", event, { customer, stripeObject });
  countMetric("PaymentsLost");
}
