/** Refunds and disputes: decision 18. */

import { newMail } from "#functions/mail/outbox.ts";
import { deliverCustomerMail } from "#functions/mail/texts/customer-mail.ts";
import { log } from "#functions/runtime/log.ts";
import { count } from "#functions/runtime/metrics.ts";
import { recordReversal } from "../billing-table.ts";
import { findSubscriber } from "../customer/find-customer.ts";
import { readCharge, readDispute } from "../stripe/charges.ts";
import { readInvoice } from "../stripe/invoices.ts";
import { cancelSubscription } from "../stripe/subscriptions.ts";
import { handleSubscription } from "./subscription.ts";

/** A payment was refunded in full: mails the customer and raises an alarm. The plan stays until the subscription ends. */
export async function handleRefund(chargeId: string): Promise<void> {
  const { isRefunded, invoiceId } = await readCharge(chargeId);
  const customer = isRefunded ? await findPayer(invoiceId) : undefined;
  if (!customer) return;
  const { sub, profile } = customer;
  const content = { template: "payment-refunded", customer: sub, to: profile.email } as const;
  const mail = newMail(content);
  const reversal = { action: "payment-refunded", id: chargeId, mails: [mail] } as const;
  if ((await recordReversal(sub, profile, reversal)) === "refused") return;
  reportLostPayment("payment refunded", sub, chargeId);
  await deliverCustomerMail(profile, content, mail.put);
}

/** A payment is disputed: raises an alarm. A lost dispute cancels the subscription, so that the card is not charged again. */
export async function handleDispute(disputeId: string): Promise<void> {
  const { status, invoiceId } = await readDispute(disputeId);
  const customer = await findPayer(invoiceId);
  if (!customer) return;
  const { sub, profile, subscriptionId } = customer;
  const state = (["lost", "won"] as const).find((end) => end === status) ?? "opened";
  const reversal = { action: `dispute-${state}`, id: disputeId } as const;
  const written = await recordReversal(sub, profile, reversal);
  if (written === "written" && state !== "won") reportLostPayment(`dispute ${state}`, sub, disputeId);
  if (state !== "lost") return;
  await cancelSubscription(subscriptionId, "disputed");
  await handleSubscription(subscriptionId);
}

/** Returns the customer whose plan that invoice is for. */
async function findPayer(invoiceId: string | null) {
  const subscriptionId = invoiceId === null ? null : (await readInvoice(invoiceId)).subscriptionId;
  const customer = await findSubscriber(subscriptionId);
  return customer && subscriptionId !== null ? { ...customer, subscriptionId } : undefined;
}

function reportLostPayment(event: string, customer: string, stripeObject: string): void {
  log("error", event, { customer, stripeObject });
  count("PaymentsLost");
}
