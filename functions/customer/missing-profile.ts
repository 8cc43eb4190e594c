/**
 * Distinguishes a lost profile from an account that never registered. A bad restore or a wrong command can
 * lose a profile, so an account counts as never registered only if no other row contradicts it.
 * docs/decisions/0056-absence-is-no-proof.md
 */
import { auditTimeOf, isAudit } from "#functions/platform/audit.ts";
import type { AuditAction, OperatorAction } from "#functions/platform/audit-actions.ts";
import { type Row, readPartition } from "#functions/platform/table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";

/** Actions that an account without a profile may have in the audit trail. */
const withoutProfile: ReadonlySet<unknown> = new Set<AuditAction | OperatorAction>([
  "account-restored",
  "audit-read",
  "authenticator-reset",
  "closed",
  "erasure-begun",
  "exported",
  "looked-up",
  "passkeys-removed",
  "sessions-ended",
]);

/**
 * The rows in an account's partition. `found`, if the profile is missing: kinds of rows and audit actions
 * that prove a registration, such as `SECRETS` or `signup`; empty for an account that never registered.
 */
export interface Traces {
  hasProfile: boolean;
  /** The profile is missing because the customer was erased. */
  isErased: boolean;
  found: readonly string[];
}

export async function readTraces(sub: string): Promise<Traces> {
  const rows = await readPartition(`CUSTOMER#${sub}`);
  const hasProfile = rows.some(({ sk }) => sk === "PROFILE");
  const isErased = !hasProfile && wasErased(rows);
  if (hasProfile || isErased) return { hasProfile, isErased, found: [] };
  const found = rows.map((row) => (isAudit(row) ? String(row.action) : (row.sk.split("#")[0] ?? "")));
  return {
    hasProfile,
    isErased,
    found: [...new Set(found)].filter((each) => !withoutProfile.has(each)),
  };
}

/** False if an operator's `restore` brought the customer back after the erasure. */
function wasErased(rows: readonly Row[]): boolean {
  const latest = (action: AuditAction | OperatorAction): string =>
    rows
      .filter((row) => isAudit(row) && row.action === action)
      .map(auditTimeOf)
      .toSorted()
      .at(-1) ?? "";
  return latest("erased") > latest("restored");
}

/**
 * Raises the alarm `profile-missing`. `knownBy`: rows, audit actions or Stripe customers that prove the
 * registration.
 */
export function reportMissingProfile(sub: string, knownBy: readonly string[]): void {
  log("error", "profile of a customer is missing", { customer: sub, knownBy: knownBy.join(", ") });
  countMetric("ProfilesMissing");
}

/**
 * Throws 503 and raises the alarm for an account whose profile is missing. Does nothing for an account that
 * never registered.
 */
export async function requireNeverRegistered(sub: string): Promise<void> {
  const { found } = await readTraces(sub);
  if (found.length > 0) throw profileMissing(sub, found);
}

/** Raises the alarm. Returns the 503 for the customer. */
export function profileMissing(sub: string, knownBy: readonly string[]): HttpError {
  reportMissingProfile(sub, knownBy);
  return new HttpError("unavailable", { message });
}

const message =
  "お客様の登録情報を読み込めないため、お手続きを進められません。お手数ですが、お問い合わせください。";
