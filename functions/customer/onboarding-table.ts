/** What a customer hands over for the standard plan. */

import type { NamesIn } from "../../shared/customer-fields.ts";
import { type AuditContext, auditRow } from "../platform/audit.ts";
import { TransactionCanceled, writeTogether } from "../platform/table.ts";
import { buildUpdateExpression } from "../platform/update-expression.ts";
import type { Profile } from "./profile.ts";

export type OnboardingDetails = Pick<Profile, NamesIn<"voiceProvider" | "billingContact">>;

interface Onboarding {
  customerId: string;
  details: OnboardingDetails;
  /** KMS ciphertext in base64; what is left out stays as it is. */
  encrypted: { apiSecret?: string; privateKey?: string };
  /** Key of the audit row, if the request has one of its own. */
  auditId: string | undefined;
}

/** False when the customer is not on trial any more: then nothing is written. */
export async function storeOnboarding(
  sub: string,
  { customerId, details, encrypted, auditId }: Onboarding,
  audit: AuditContext,
): Promise<boolean> {
  const pk = `CUSTOMER#${sub}`;
  const flags = {
    ...(encrypted.apiSecret !== undefined && { hasApiSecret: true }),
    ...(encrypted.privateKey !== undefined && { hasPrivateKey: true }),
  };
  const profile = buildUpdateExpression({ ...details, ...flags });
  const writes = [
    {
      ...profile,
      update: { pk, sk: "PROFILE" },
      expression: `${profile.expression} ADD version :one`,
      condition: "#plan = :trial",
      names: { ...profile.names, "#plan": "plan" } as const,
      values: { ...profile.values, ":trial": "trial", ":one": 1 },
    },
    ...(Object.keys(encrypted).length === 0
      ? []
      : [{ ...buildUpdateExpression(encrypted), update: { pk, sk: "SECRETS" } }]),
    // The same request again is the same auditId, and still written: another one may have come in between.
    { put: auditRow(sub, { action: "upgrade-prepared", customerId }, audit, auditId).put },
  ];
  try {
    await writeTogether(writes);
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceled && error.failedAt(0)) return false;
    throw error;
  }
}
