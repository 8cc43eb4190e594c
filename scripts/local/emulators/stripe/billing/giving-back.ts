/** Money that goes back to the customer: refunds and disputes. */
import type { Account } from "../account.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { newDispute, newRefund } from "../objects/payments.ts";
import type { Charge, Dispute, Refund } from "../objects/stored.ts";

interface RefundParams {
  payment_intent: string;
  /** The default is the rest of the charge. */
  amount?: number | undefined;
  reason?: "duplicate" | undefined;
}

/** Throws 400 for a charge that was refunded already, or for more than is left of it. */
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
  const made = newRefund(account.now(), charge, { amount, reason });
  account.state.refunds.add(made);
  const amountRefunded = charge.amount_refunded + amount;
  account.change(charge, { amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount });
  account.record("charge.refunded", charge);
  account.record("refund.created", made);
  return made;
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
