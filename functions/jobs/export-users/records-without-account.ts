/**
 * Contracts whose owner's account is gone. An access token is enough to delete the account at Cognito, and the subscription would be
 * charged on without anybody who can sign in.
 */
import { type Key, scanPage } from "#functions/platform/table.ts";
import { hasAccount } from "#functions/platform/user-pool.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";

/** Rows that one scan reads; a customer has some ten. */
const rowsAtOnce = 1000;

/** Raises an alarm for each. */
export async function reportRecordsWithoutAccount(): Promise<void> {
  let after: Key | undefined;
  do {
    const { items, lastRow } = await scanPage({
      filter: "sk = :profile AND attribute_exists(subscriptionId) AND attribute_not_exists(closedAt)",
      values: { ":profile": "PROFILE" },
      attributes: "pk, sk, closedAt, loginId, subscriptionId",
      limit: rowsAtOnce,
      after,
    });
    for (const { pk, loginId } of items) {
      const sub = pk.replace("CUSTOMER#", "");
      if (await hasAccount({ sub, loginId: String(loginId) })) continue;
      log("error", "record without an account", { customer: sub });
      countMetric("RecordsWithoutAccount");
    }
    after = lastRow;
  } while (after !== undefined);
}
