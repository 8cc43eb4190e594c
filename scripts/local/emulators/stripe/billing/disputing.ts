import type { Account } from "../account.ts";
import { newId } from "../ids.ts";
import type { Charge, Dispute } from "../objects/stored.ts";

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
    intended_submission_method: null,
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
