import { profileKey, readCustomer } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { firstRefused, type Update, updateItem } from "#functions/platform/table.ts";
import { japanDay } from "#functions/platform/time.ts";

/**
 * Writes whether the customer gets service information. Writes nothing without a difference, or after the account was closed. The
 * readers of a forwarded mail have its link: their use of it blocks neither the customer's own changes, which `version` guards, nor
 * the audit trail, which has one row a day for ending and one for resuming. Counts each use, so that the limit does not tell them
 * whether there still is a customer. Throws 429.
 */
export async function setServiceInformation(sub: string, wanted: boolean): Promise<void> {
  await count(customerLimit("UNSUBSCRIBE", sub));
  const profile = await readCustomer(sub);
  if (!profile || profile.optInServiceInfo === wanted) return;
  const action = wanted ? "service-information-resumed" : "service-information-ended";
  const auditId = `${action.toUpperCase()}#${japanDay()}`;
  const change: Update = { update: profileKey(sub), set: { optInServiceInfo: wanted } };
  const refused = await firstRefused([
    change,
    auditRow(sub, { action, fields: ["optInServiceInfo"] }, auditId),
  ]);
  // Written down today.
  if (refused === 1) await updateItem(change);
}
