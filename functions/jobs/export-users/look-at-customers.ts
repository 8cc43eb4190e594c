/**
 * The daily look at the whole table. It finds contracts whose account is deleted: an access token is enough
 * to delete an account at Cognito, and the subscription would go on. It also finds customers whose profile is
 * missing although another row names them.
 */
import pMap from "p-map";
import { hasAbandoned, restartGrace } from "#functions/account/closing/closure-table.ts";
import { reportIfAccountGone } from "#functions/billing/contract/account-of-contract.ts";
import { contractAccountTask } from "#functions/billing/stripe-tasks/stripe-task-table.ts";
import { readTraces, reportMissingProfile } from "#functions/customer/missing-profile.ts";
import { profileKey } from "#functions/customer/profile.ts";
import { existingKeys, type Key, type Row, scanPage, updateItem } from "#functions/platform/table.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { type LastLook, type Look, readLastLook } from "./look-table.ts";

/** Rows that one scan reads; a customer has about ten. */
const rowsAtOnce = 1000;
/** Customers without a profile whose rows are read at once. */
const readsAtOnce = 20;
/** Cognito allows 120 calls for an account a second, including those for customers. */
const accountsAtOnce = 2;

/** Counts of the parts so far. */
interface LookCounts {
  customers: number;
  erased: number;
  uncertain: number;
  /** Milliseconds since the epoch: when the look at the table began. */
  lookedSince: number;
}

interface LookedPart extends LookCounts {
  /** Key after which the next part begins; undefined at the end. */
  next: Key | undefined;
}

/** Looks at the rows after `after`. Raises an alarm for each fault. `day`: the look's day in Japan. */
export async function lookAtPart(
  after: Key | undefined,
  counts: LookCounts,
  day: string,
): Promise<LookedPart> {
  const { items, lastRow } = await scanPage({
    filter:
      "sk IN (:profile, :secrets, :pointer, :erased) OR (sk = :verification AND attribute_exists(#sub))",
    values: {
      ":profile": "PROFILE",
      ":secrets": "SECRETS",
      ":pointer": "POINTER",
      ":erased": "ERASED",
      ":verification": "VERIFICATION",
    },
    attributes: ["pk", "sk", "at", "closedAt", "hadProfile", "loginId", "sub", "subscriptionId"],
    limit: rowsAtOnce,
    after,
  });
  const { PROFILE: profiles = [], ERASED: all = [], others = [] } = Object.groupBy(items, kindOf);
  const erased = all.filter(({ hadProfile }) => hadProfile);
  const uncertain = erased.filter(isUncertain(counts, await readLastLook(day)));
  await pMap(profiles, requireAccount, { concurrency: accountsAtOnce });
  await reportMissing(others, profiles);
  return {
    ...counts,
    customers: counts.customers + profiles.length,
    erased: counts.erased + erased.length,
    uncertain: counts.uncertain + uncertain.length,
    next: lastRow,
  };
}

const kindOf = ({ sk }: Row) => (sk === "PROFILE" || sk === "ERASED" ? sk : "others");

/** A customer who is erased during a look may be counted twice by it, or not at all. */
const isUncertain =
  ({ lookedSince }: LookCounts, before: LastLook) =>
  (row: Row): boolean => {
    const at = Date.parse(String(row.at));
    return at >= lookedSince || (at >= before.beganAt && at <= before.endedAt);
  };

/** If Cognito fails for one of many accounts, the reconciler asks again. */
async function requireAccount({ pk, closedAt, subscriptionId, loginId }: Row): Promise<void> {
  if (subscriptionId === undefined || closedAt !== undefined) return;
  const sub = subIn(pk);
  try {
    await reportIfAccountGone({ sub, loginId: String(loginId) });
  } catch (error) {
    log("warn", "account of a contract could not be read", { customer: sub, ...errorFields(error) });
    await updateItem(contractAccountTask(sub, String(subscriptionId)));
  }
}

const subIn = (pk: string): string => pk.replace("CUSTOMER#", "");

/** Returns the `sub` of the customer whom the row is about. */
const customerOf = ({ pk, sub }: Row): string => (pk.startsWith("CUSTOMER#") ? subIn(pk) : String(sub));

async function reportMissing(rows: readonly Row[], profiles: readonly Row[]): Promise<void> {
  const known = new Set(profiles.map(({ pk }) => subIn(pk)));
  const named = new Map(rows.map((row) => [customerOf(row), row]));
  const elsewhere = [...named].filter(([sub]) => !known.has(sub));
  const found = await existingKeys(elsewhere.map(([sub]) => profileKey(sub)));
  const unknown = elsewhere.filter(([sub]) => !found.has(profileKey(sub).pk));
  await pMap(unknown, ([sub, row]) => requireProfileOf(sub, row), { concurrency: readsAtOnce });
}

async function requireProfileOf(sub: string, { pk }: Row): Promise<void> {
  const { hasProfile, isErased } = await readTraces(sub);
  if (hasProfile || isErased) return;
  reportMissingProfile(sub, [pk.split("#")[0] ?? ""]);
  await restartGrace(sub);
}

/**
 * Returns the result of a complete look. Raises the alarm if customers have disappeared: existing and erased
 * customers together are fewer than the day before, or there are abandoned accounts but no customer.
 */
export async function compareWithLastLook(
  accounts: number,
  { customers, erased, uncertain }: LookCounts,
  day: string,
): Promise<Pick<Look, "accounts" | "customers" | "erased" | "vanished">> {
  const before = await readLastLook(day);
  const vanished = Math.max(0, before.customers + before.erased - customers - erased - uncertain);
  const counts = { accounts, customers, erased, vanished };
  if (vanished > 0 || (customers === 0 && (await hasAbandoned()))) {
    log("error", "customers are missing", counts);
    countMetric("ProfilesMissing", Math.max(1, vanished));
  }
  return counts;
}
