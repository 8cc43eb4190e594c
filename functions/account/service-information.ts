import { readCustomer } from "#functions/customer/customer-table.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { japanDay } from "#functions/platform/japan-day.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { TransactionCanceled, type Update, updateItem, writeTogether } from "#functions/platform/table.ts";

/**
 * Whether the customer gets service information. Nothing when it is so already, or the customer has left. Whoever was forwarded a
 * mail has its link: what they do with it stands in no way of the customer's own changes, which `version` guards, and of the audit
 * trail, which has one row a day for ending and one for resuming. Throws 429.
 */
export async function setServiceInformation(sub: string, wanted: boolean): Promise<void> {
  const record = await readCustomer(sub);
  if (!record || record.optInServiceInfo === wanted) return;
  await count(customerLimit("UNSUBSCRIBE", sub, 20));
  const action = wanted ? "service-information-resumed" : "service-information-ended";
  const auditId = `${action.toUpperCase()}#${japanDay(new Date())}`;
  const change = optIn(sub, wanted);
  try {
    await writeTogether([change, auditRow(sub, { action, fields: ["optInServiceInfo"] }, auditId)]);
  } catch (error) {
    if (!(error instanceof TransactionCanceled)) throw error;
    // Written down today.
    if (!error.failedAt(0)) await updateItem(change);
  }
}

const optIn = (sub: string, wanted: boolean): Update => ({
  update: { pk: `CUSTOMER#${sub}`, sk: "PROFILE" },
  expression: "SET optInServiceInfo = :wanted",
  condition: "attribute_exists(pk)",
  values: { ":wanted": wanted },
});
