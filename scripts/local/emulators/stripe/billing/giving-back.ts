/** Money that goes back to the customer: refunds and disputes. */
import type { Account } from "../account.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { newId } from "../ids.ts";
import { newRefund } from "../objects/payments.ts";
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

const day = 24 * 60 * 60;

function newDispute(created: number, charge: Charge): Dispute {
  return {
    id: newId("du_1", 23),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: created + 7 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
}

/** The bank takes the amount back until the dispute is closed. */
export function openDispute(account: Account, charge: Charge): Dispute {
  const dispute = account.state.disputes.add(newDispute(account.now(), charge));
  account.change(charge, { disputed: true });
  account.record("charge.dispute.created", dispute);
  return dispute;
}
