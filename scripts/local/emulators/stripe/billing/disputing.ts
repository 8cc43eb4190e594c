import type { Account } from "../account.ts";
import { newDispute } from "../objects/dispute.ts";
import type { Charge, Dispute } from "../objects/stored.ts";

/** The bank takes the amount back until the dispute is closed. */
export function openDispute(account: Account, charge: Charge): Dispute {
  const dispute = account.state.disputes.add(newDispute(account.now(), charge));
  account.change(charge, { disputed: true });
  account.record("charge.dispute.created", dispute);
  return dispute;
}
