import { profileKey, readCustomer } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { firstRefused, type Update, updateItem } from "#functions/platform/table.ts";
import { japanDay } from "#functions/platform/time.ts";

/**
 * Subscribes the customer to service information, or unsubscribes. Writes nothing if nothing changes, or
 * without a profile. Readers of a forwarded mail have the link: so the write ignores `version`, which guards
 * the customer's own changes; the audit trail gets one row a day in each direction; and each use is counted,
 * so that the limit does not reveal whether the customer exists. Throws 429.
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
  // Today's audit row exists already.
  if (refused === 1) await updateItem(change);
}
