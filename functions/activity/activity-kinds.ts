/** The activities that the customer sees for audit rows. */

import type { AuditRow } from "#functions/platform/audit.ts";
import { auditActions, operatorActions } from "#functions/platform/audit-actions.ts";
import type { ActivityKind } from "#shared/activity/activity.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";

const voiceProvider: readonly string[] = [...namesIn("voiceProvider"), "apiSecret", "privateKey"];
const billingContact: readonly string[] = namesIn("billingContact");

function kindOfField(field: string): ActivityKind {
  if (field === "email") return "email-changed";
  if (field === "chargePhoneNumber") return "phone-changed";
  if (voiceProvider.includes(field)) return "voice-provider-changed";
  return billingContact.includes(field) ? "billing-contact-changed" : "profile-changed";
}

const kinds: Readonly<Record<string, ActivityKind | undefined>> = auditActions;
const operatorKinds: Readonly<Record<string, ActivityKind>> = operatorActions;

/**
 * Returns the kinds of the row's activities: several for an update of several fields. An action of a newer
 * deployment may be no `ActivityKind`.
 */
export function kindsOf({ action, operator, fields = [] }: AuditRow): string[] {
  if (operator !== undefined) return [operatorKinds[action] ?? "operator-changed"];
  if (action === "updated") return [...new Set(fields.map(kindOfField))];
  const kind = Object.hasOwn(kinds, action) ? kinds[action] : action;
  return kind === undefined ? [] : [kind];
}
