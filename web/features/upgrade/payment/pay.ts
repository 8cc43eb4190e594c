import { checkoutSession, subscription } from "../../../../shared/endpoints.ts";
import { callApi } from "../../../lib/api/api-client.ts";
import { session } from "../../../lib/session.ts";
import { paths } from "../../../routes/paths.ts";
import { completeUpgrade } from "../complete-upgrade.ts";
import type { Draft } from "../draft.ts";
import { newUuid } from "./new-uuid.ts";

const billingOf = ({ billingContact }: Draft) => ({
  billing_charge_name: billingContact.billingChargeName,
  billing_phone_number: billingContact.billingPhoneNumber,
  billing_email: billingContact.billingEmail,
});

/** Opens the card provider's page; resolves to its address. Throws as `callApi` does. */
export async function openCheckout(draft: Draft): Promise<string> {
  const uuid = newUuid();
  session.write("uuid", uuid);
  const { url, success_path } = await callApi(checkoutSession, {
    query: {
      cancel_path: paths.upgrade,
      success_path: `${paths.upgradePayment}?uuid=${uuid}`,
      ...billingOf(draft),
    },
  });
  // An open session that another click or tab began returns with that one's uuid.
  const returned = new URLSearchParams(success_path.split("?")[1]).get("uuid");
  if (returned !== null) session.write("uuid", returned);
  return url;
}

/** The upgrade itself. Throws as `callApi` does. */
export async function applyForInvoice(draft: Draft): Promise<void> {
  const { result } = await callApi(subscription, { body: { mode: "invoice", ...billingOf(draft) } });
  completeUpgrade(result);
}
