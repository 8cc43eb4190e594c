import { prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import { readCharge } from "../stripe/invoices.ts";
import { followRefunds } from "./refund-changed.ts";
import { findPayer, reportLostPayment, reversalRow } from "./reversals.ts";

/**
 * `charge.refunded` (decision 18): mails the customer, and raises an alarm for a full refund. The plan stays
 * until the subscription ends.
 */
export async function handleChargeRefunded(chargeId: string): Promise<void> {
  const charge = await readCharge(chargeId);
  const { isRefunded, refunded, isTransfer, invoiceId } = charge;
  if (isTransfer) await followRefunds(chargeId, charge);
  const customer = refunded > 0 ? await findPayer(invoiceId) : undefined;
  if (!customer) return;
  const { sub, profile } = customer;
  const part = isRefunded ? undefined : refunded;
  const content = { template: "payment-refunded", customer: sub, to: profile.email, part } as const;
  const mail = prepareMail({ ...content, ...(isTransfer && { isTransfer }) });
  const row = reversalRow(customer, "payment-refunded", chargeId, part);
  if (!(await tryTransactWrite([row, mail.row]))) return;
  if (isRefunded) reportLostPayment("payment refunded", sub, chargeId);
  await mail.send(profile);
}
