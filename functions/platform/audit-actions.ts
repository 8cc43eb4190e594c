/**
 * The actions of audit rows, and the activity that the customer sees for each
 * (`shared/activity/activity.ts`).
 */
import type { ActivityKind } from "#shared/activity/activity.ts";

/**
 * Undefined for an erasure, which leaves no customer, and for an update, of which each field is an activity.
 */
export const auditActions = {
  "cancellation-scheduled": "cancellation-scheduled",
  "cancellation-withdrawn": "cancellation-withdrawn",
  "card-changed": "card-changed",
  "card-expires": "card-expires",
  closed: "account-closed",
  "contract-ended": "contract-ended",
  "dispute-lost": "payment-disputed",
  "dispute-opened": "payment-disputed",
  "dispute-won": "payment-disputed",
  "duplicate-payment-undone": "duplicate-payment-undone",
  erased: undefined,
  "erasure-begun": undefined,
  exported: "exported",
  "invoice-copies-resumed": "invoice-copies-resumed",
  "invoice-copies-sent": "invoice-copies-sent",
  "invoice-copies-stopped": "invoice-copies-stopped",
  "invoice-fields-changed": "invoice-fields-changed",
  "licence-key-reissued": "licence-key-reissued",
  "licence-key-resent": "licence-key-resent",
  "licence-key-revealed": "licence-key-revealed",
  "payment-after-closing-undone": "payment-refunded",
  "payment-failed": "payment-failed",
  "payment-refunded": "payment-refunded",
  "payment-type-changed": "payment-type-changed",
  "plan-standard": "plan-resumed",
  "plan-suspended": "plan-suspended",
  "refund-failed": "refund-failed",
  "refund-reminded": "refund-reminded",
  resubscribed: "resubscribed",
  "service-information-ended": "service-information-changed",
  "service-information-resumed": "service-information-changed",
  signup: "signed-up",
  updated: undefined,
  "upgrade-prepared": "upgrade-prepared",
  upgraded: "upgraded",
} as const satisfies Record<string, ActivityKind | undefined>;
export type AuditAction = keyof typeof auditActions;

/** The actions of operators' commands. */
export const operatorActions = {
  "account-restored": "operator-account-restored",
  "audit-read": "operator-read",
  "authenticator-reset": "operator-authenticator-reset",
  exported: "operator-read",
  "licence-key-resent": "operator-licence-key-resent",
  "licence-key-rotated": "operator-licence-key-reissued",
  "looked-up": "operator-read",
  "passkeys-removed": "operator-passkeys-removed",
  "plan-changed": "operator-plan-changed",
  "restore-begun": "operator-changed",
  restored: "operator-account-restored",
  "sessions-ended": "operator-sessions-ended",
  "task-deleted": "operator-changed",
  "task-retried": "operator-changed",
} as const satisfies Record<string, ActivityKind>;
export type OperatorAction = keyof typeof operatorActions;
