/**
 * The daily look at the whole table. Contracts whose owner's account is gone: an access token is enough to delete the account at
 * Cognito, and the subscription would be charged on without anybody who can sign in. And customers whose record is missing although
 * another row knows them.
 */
import { hasAbandoned, restartGrace } from "#functions/account/closing/closure-table.ts";
import { readTraces, reportMissingRecord } from "#functions/customer/missing-record.ts";
import { readCustomer } from "#functions/customer/profile.ts";
import { type Key, type Row, scanPage } from "#functions/platform/table.ts";
import { hasAccount } from "#functions/platform/user-pool.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { type Counts, readLastLook } from "./user-export-table.ts";

/** Rows that one scan reads; a customer has some ten. */
const rowsAtOnce = 1000;
/** Records that are read at once. */
const readsAtOnce = 20;

/** Raises an alarm for each. `accounts`: of the user pool. */
export async function lookAtRecords(accounts: number): Promise<Counts> {
  const [before, startedAt] = [await readLastLook(), Date.now()];
  const found = { customers: 0, erased: 0, uncertain: 0 };
  /** A customer who is erased during a look may be counted twice by it, or not at all. */
  const isUncertain = (at: number): boolean =>
    at >= startedAt || (at >= before.beganAt && at <= before.endedAt);
  let after: Key | undefined;
  do {
    const { items, lastRow } = await scanPage({
      filter: "sk IN (:profile, :secrets, :pointer, :erased) OR attribute_exists(consumedBy)",
      values: { ":profile": "PROFILE", ":secrets": "SECRETS", ":pointer": "POINTER", ":erased": "ERASED" },
      attributes: [
        "pk",
        "sk",
        "at",
        "closedAt",
        "consumedBy",
        "hadRecord",
        "loginId",
        "sub",
        "subscriptionId",
      ],
      limit: rowsAtOnce,
      after,
    });
    const { PROFILE: records = [], ERASED: all = [], others = [] } = Object.groupBy(items, kindOf);
    const erased = all.filter(({ hadRecord }) => hadRecord);
    found.customers += records.length;
    found.erased += erased.length;
    found.uncertain += erased.filter(({ at }) => isUncertain(Date.parse(String(at)))).length;
    for (const each of records) await reportWithoutAccount(each);
    await reportMissing(others, records);
    after = lastRow;
  } while (after !== undefined);
  const { customers, erased, uncertain } = found;
  const vanished = Math.max(0, before.customers + before.erased - customers - erased - uncertain);
  await reportVanished(vanished, { customers, accounts });
  return { customers, erased, vanished };
}

const kindOf = ({ sk }: Row) => (sk === "PROFILE" || sk === "ERASED" ? sk : "others");

async function reportWithoutAccount({ pk, closedAt, subscriptionId, loginId }: Row): Promise<void> {
  const sub = subIn(pk);
  if (subscriptionId === undefined || closedAt !== undefined) return;
  if (await hasAccount({ sub, loginId: String(loginId) })) return;
  log("error", "record without an account", { customer: sub });
  countMetric("RecordsWithoutAccount");
}

const subIn = (pk: string): string => pk.replace("CUSTOMER#", "");

/** Whom the row is about. */
const customerOf = ({ pk, sub, consumedBy }: Row): string =>
  pk.startsWith("CUSTOMER#") ? subIn(pk) : String(sub ?? consumedBy);

async function reportMissing(rows: readonly Row[], records: readonly Row[]): Promise<void> {
  const known = new Set(records.map(({ pk }) => subIn(pk)));
  const named = new Map(rows.map((row) => [customerOf(row), row]));
  const unknown = [...named].filter(([sub]) => !known.has(sub));
  for (let from = 0; from < unknown.length; from += readsAtOnce)
    await Promise.all(unknown.slice(from, from + readsAtOnce).map(([sub, row]) => requireRecordOf(sub, row)));
}

async function requireRecordOf(sub: string, { pk }: Row): Promise<void> {
  if ((await readCustomer(sub)) || (await readTraces(sub)).isErased) return;
  reportMissingRecord(sub, [pk.split("#")[0] ?? ""]);
  await restartGrace(sub);
}

/**
 * Customers of whom nothing is left: with those who were erased there are fewer than the day before. Or there is no customer beside
 * accounts that seem never to have registered.
 */
async function reportVanished(
  vanished: number,
  counts: { customers: number; accounts: number },
): Promise<void> {
  if (vanished === 0 && (counts.customers > 0 || !(await hasAbandoned()))) return;
  log("error", "customers are missing", { vanished, ...counts });
  countMetric("RecordsMissing", Math.max(1, vanished));
}
