/** Money that goes back to the customer: refunds and disputes. */
import type { Account } from "../account.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { newDispute, newRefund } from "../objects/payments.ts";
import { type Charge, type Customer, type Dispute, type Refund, stored } from "../objects/stored.ts";

interface RefundParams {
  payment_intent: string;
  /** The default is the rest of the charge. */
  amount?: number | undefined;
  reason?: "duplicate" | undefined;
}

/**
 * Throws 400 for a charge that was refunded already, for more than is left of it, and for a bank transfer of a customer without an e-mail
 * address. Source: Stripe docs, "Refund bank transfer payments".
 */
export function refund(account: Account, params: RefundParams): Refund {
  const charge = chargeOf(account, params);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  const { amount = left, reason = null } = params;
  if (amount > left) {
    throw invalidRequest(`Refund amount (¥${amount}) is greater than unrefunded amount (¥${left})`, {
      param: "amount",
    });
  }
  const made = newRefund(account.now(), charge, { amount, reason }, payerOf(account, charge));
  account.state.refunds.add(made);
  const amountRefunded = charge.amount_refunded + amount;
  account.change(charge, { amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount });
  account.record("charge.refunded", charge);
  account.record("refund.created", made);
  return made;
}

/** Stripe knows no bank account of anybody here. Undefined for a card. */
function payerOf(
  { state }: Account,
  { customer, payment_method_details: method }: Charge,
): string | undefined {
  if (method?.type !== "customer_balance") return undefined;
  const { email } = state.customers.get(customer ?? "");
  if (email) return email;
  throw invalidRequest("The customer has no email address, to which refund instructions could be sent.");
}

/** Money that does not arrive goes to the customer's cash balance. */
export function endRefund(
  account: Account,
  refund: Refund,
  status: "succeeded" | "failed" | "canceled",
): void {
  const { state, change, record } = account;
  if (status !== "succeeded") {
    const charge = state.charges.get(refund.charge ?? "");
    change(charge, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
    const customer = state.customers.get(charge.customer ?? "");
    const before = customer.cash_balance?.available?.jpy ?? 0;
    const cash = stored<NonNullable<Customer["cash_balance"]>>({
      available: { jpy: before + refund.amount },
    });
    change(customer, { cash_balance: cash });
  }
  delete refund.next_action;
  change(refund, { status }, "refund.updated");
  if (status === "failed") record("refund.failed", refund);
}

function chargeOf({ state }: Account, { payment_intent }: RefundParams): Charge {
  const intent = state.paymentIntents.get(payment_intent, "payment_intent");
  const found = state.charges.find(intent.latest_charge ?? "");
  if (found) return found;
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    param: "payment_intent",
  });
}

/** The bank takes the amount back until the dispute is closed. */
export function openDispute(account: Account, charge: Charge): Dispute {
  const dispute = account.state.disputes.add(newDispute(account.now(), charge));
  account.change(charge, { disputed: true });
  account.record("charge.dispute.created", dispute);
  return dispute;
}
