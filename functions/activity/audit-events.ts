/** The audit trail as its customer may read it. */

import type { AuditAction, AuditRow } from "#functions/platform/audit.ts";
import type { ActivityKind } from "#shared/activity/activity.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";

/** An erasure leaves no reader. */
const kinds: Record<Exclude<AuditAction, "erased" | "erasure-begun" | "updated">, ActivityKind> = {
  signup: "signed-up",
  "upgrade-prepared": "upgrade-prepared",
  upgraded: "upgraded",
  "plan-suspended": "plan-suspended",
  "plan-standard": "plan-resumed",
  "cancellation-scheduled": "cancellation-scheduled",
  "cancellation-withdrawn": "cancellation-withdrawn",
  "payment-type-changed": "payment-type-changed",
  "card-changed": "card-changed",
  "invoice-copies-sent": "invoice-copies-sent",
  "invoice-fields-changed": "invoice-fields-changed",
  "payment-failed": "payment-failed",
  "payment-refunded": "payment-refunded",
  "dispute-opened": "payment-disputed",
  "dispute-won": "payment-disputed",
  "dispute-lost": "payment-disputed",
  "duplicate-payment-undone": "duplicate-payment-undone",
  "payment-after-closing-undone": "payment-refunded",
  closed: "account-closed",
  exported: "exported",
  "licence-key-revealed": "licence-key-revealed",
  "licence-key-resent": "licence-key-resent",
  "licence-key-reissued": "licence-key-reissued",
  resubscribed: "resubscribed",
  "service-information-ended": "service-information-changed",
  "service-information-resumed": "service-information-changed",
};

/** All other fields have a general label. */
const operatorKinds: Readonly<Record<string, ActivityKind>> = {
  "looked-up": "operator-read",
  "audit-read": "operator-read",
  exported: "operator-read",
  "licence-key-resent": "operator-licence-key-resent",
  "licence-key-rotated": "operator-licence-key-reissued",
  "authenticator-reset": "operator-authenticator-reset",
  "passkeys-removed": "operator-passkeys-removed",
  "plan-changed": "operator-plan-changed",
  "account-restored": "operator-account-restored",
  restored: "operator-account-restored",
};

const voiceProvider: readonly string[] = [...namesIn("voiceProvider"), "apiSecret", "privateKey"];
const billingContact: readonly string[] = namesIn("billingContact");

function kindOfField(field: string): ActivityKind {
  if (field === "email") return "email-changed";
  if (field === "chargePhoneNumber") return "phone-changed";
  if (voiceProvider.includes(field)) return "voice-provider-changed";
  return billingContact.includes(field) ? "billing-contact-changed" : "profile-changed";
}

const isAction = (action: string): action is keyof typeof kinds => Object.hasOwn(kinds, action);

/** A row of several changes is several events. */
export function kindsOf({ action, operator, fields = [] }: AuditRow): ActivityKind[] {
  if (operator !== undefined) return [operatorKinds[action] ?? "operator-changed"];
  if (action === "updated") return [...new Set(fields.map(kindOfField))];
  return isAction(action) ? [kinds[action]] : [];
}
