import { type Purchased, storePurchase } from "#web/components/payment/pay.ts";
import { customerChanged } from "#web/lib/customer.ts";
import { upgradeDraft } from "./draft.ts";

/** The customer is upgraded: what is stored says so, and what the wizard needed goes. */
export function completeUpgrade(purchased: Purchased): void {
  storePurchase(purchased);
  upgradeDraft.clear();
  void customerChanged();
}
