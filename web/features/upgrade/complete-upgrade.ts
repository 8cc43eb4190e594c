import type { ResponseOf, subscription } from "../../../shared/endpoints.ts";
import { customerChanged } from "../../lib/customer.ts";
import { session } from "../../lib/session.ts";
import { upgradeDraft } from "./draft.ts";

/** The customer is upgraded: what is stored says so, and what the wizard needed goes. */
export function completeUpgrade({ plan, paymentType }: ResponseOf<typeof subscription>["result"]): void {
  session.write("plan", plan);
  session.write("paymentType", paymentType);
  session.remove("uuid");
  upgradeDraft.clear();
  void customerChanged();
}
