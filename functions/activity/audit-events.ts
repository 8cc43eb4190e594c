/** The audit trail as its customer may read it. */

import type { AuditAction, AuditRow } from "#functions/platform/audit.ts";
import type { ActivityKind } from "#shared/activity/activity.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";

/** An action that is not here is the event of the same name. An erasure leaves no reader. */
const kinds: Record<Exclude<AuditAction, ActivityKind | "updated">, ActivityKind | undefined> = {
  signup: "signed-up",
  "plan-standard": "plan-resumed",
  "dispute-opened": "payment-disputed",
  "dispute-won": "payment-disputed",
  "dispute-lost": "payment-disputed",
  "payment-after-closing-undone": "payment-refunded",
  closed: "account-closed",
  "service-information-ended": "service-information-changed",
  "service-information-resumed": "service-information-changed",
  "erasure-begun": undefined,
  erased: undefined,
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
  "sessions-ended": "operator-sessions-ended",
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

const isRenamed = (action: string): action is keyof typeof kinds => Object.hasOwn(kinds, action);

/** A row of several changes is several events. One of a newer release may be no `ActivityKind`. */
export function kindsOf({ action, operator, fields = [] }: AuditRow): string[] {
  if (operator !== undefined) return [operatorKinds[action] ?? "operator-changed"];
  if (action === "updated") return [...new Set(fields.map(kindOfField))];
  return [isRenamed(action) ? kinds[action] : action].filter((kind) => kind !== undefined);
}
