/** What a customer hands over for the standard plan. */

import type { NamesIn } from "../../shared/customer-fields.ts";
import { type AuditContext, auditRow } from "../platform/audit.ts";
import { WritesRefused, writeTogether } from "../platform/table.ts";
import { buildUpdateExpression } from "../platform/update-expression.ts";
import type { Profile } from "./profile.ts";

export type OnboardingDetails = Pick<Profile, NamesIn<"voiceProvider" | "billingContact">>;

interface Onboarding {
  customerId: string;
  details: OnboardingDetails;
  /** KMS ciphertext in base64; what is left out stays as it is. */
  sealed: { apiSecret?: string; privateKey?: string };
  /** Key of the audit row, if the request has one of its own. */
  fact: string | undefined;
}

/** False when the customer is not on trial any more: then nothing is written. */
export async function storeOnboarding(
  sub: string,
  { customerId, details, sealed, fact }: Onboarding,
  audit: AuditContext,
): Promise<boolean> {
  const pk = `CUSTOMER#${sub}`;
  const flags = {
    ...(sealed.apiSecret !== undefined && { hasApiSecret: true }),
    ...(sealed.privateKey !== undefined && { hasPrivateKey: true }),
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
    ...(Object.keys(sealed).length === 0
      ? []
      : [{ ...buildUpdateExpression(sealed), update: { pk, sk: "SECRETS" } }]),
    // The same request again is the same fact, and still written: another one may have come in between.
    { put: auditRow(sub, { action: "upgrade-prepared", customerId }, audit, fact).put },
  ];
  try {
    await writeTogether(writes);
    return true;
  } catch (error) {
    if (error instanceof WritesRefused && error.failedAt(0)) return false;
    throw error;
  }
}
