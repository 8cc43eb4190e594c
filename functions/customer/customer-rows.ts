/** Reads all rows of a customer: docs/data.md. */

import { isAudit, oldestFirst } from "#functions/platform/audit.ts";
import { getItem, type Row, readPartition } from "#functions/platform/table.ts";
import { customerLimitNames } from "#shared/customer-limits.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import type { PartitionKey } from "#shared/partitions.ts";
import { type Profile, parseProfile } from "./profile.ts";

export interface CustomerRows {
  /** The customer's own partition without the audit trail. */
  customerRows: Row[];
  /** Oldest first. */
  audit: Row[];
  /** `CUSTOMER_ID#` and `STRIPE_CUSTOMER#`. */
  pointer: Row[];
  /** Activities, known browsers and sign-in methods. */
  activity: Row[];
  outbox: Row[];
  /**
   * Rows for jobs: `CHECKOUTS`, `CUSTOMER_SYNC`, `EMAIL_CHANGES`, `SESSIONS`, `STRIPE_TASKS`,
   * `ANNOUNCEMENT_MAILS`.
   */
  work: Row[];
  /** `CLOSURES`: the closure of the account. */
  closure: Row[];
  /** The phone number's active Vonage request. */
  phone: Row[];
  /** Rate limit counters of the phone number and the customer. */
  counters: Row[];
}

/** Partitions of tasks with the `sub` as sort key. */
export const workPartitions = ["CHECKOUTS", "CUSTOMER_SYNC", "EMAIL_CHANGES", "SESSIONS"] as const;

const counters = [
  "SMS#CUSTOMER",
  "MAIL#ACCOUNT",
  "MAIL#DAY#ACCOUNT",
  "MAIL#NEW_ADDRESS",
  "MAIL#DAY#NEW_ADDRESS",
  "MAIL#SIGN_UP",
  "MAIL#WEEK#SIGN_UP",
  ...customerLimitNames,
];
const customerCounters = (sub: string): PartitionKey[] =>
  counters.map((name) => `RATE#${name}#${sub}` as const);

/**
 * Omits verifications: their keys contain neither the customer nor the number, and they expire within a day.
 */
export async function readCustomerRows(sub: string): Promise<CustomerRows> {
  const own = await readPartition(`CUSTOMER#${sub}`);
  const customerRows = own.filter((row) => !isAudit(row));
  const profile = profileIn(customerRows);
  const number = profile && toInternationalNumber(profile.chargePhoneNumber);
  const [pending, pointers, closure, phone, counters] = await Promise.all([
    readPendingRows(sub),
    readAll(profile ? pointersOf(profile) : []),
    rowsAt(["CLOSURES"], sub),
    readAll(number === undefined ? [] : [`PHONE#${number}`]),
    readAll([
      ...(number === undefined ? [] : [`RATE#SMS#PHONE#${number}` as const]),
      ...customerCounters(sub),
    ]),
  ]);
  const pointer = pointers.filter((row) => row.sub === sub);
  const audit = own.filter(isAudit).sort(oldestFirst);
  return { customerRows, audit, ...pending, pointer, closure, phone, counters };
}

/** Rows that a running function may still write. */
async function readPendingRows(sub: string): Promise<Pick<CustomerRows, "activity" | "outbox" | "work">> {
  const [activity, outbox, work, checks, announcements] = await Promise.all([
    readPartition(`ACTIVITY#${sub}`),
    readPartition("OUTBOX"),
    rowsAt(workPartitions, sub),
    readPartition("STRIPE_TASKS"),
    readPartition("ANNOUNCEMENT_MAILS"),
  ]);
  return {
    activity,
    outbox: outbox.filter(({ customer }) => customer === sub),
    work: [
      ...work,
      ...checks.filter((row) => row.sub === sub),
      ...announcements.filter(({ customer }) => customer === sub),
    ],
  };
}

export function profileIn(customerRows: readonly Row[]): Profile | undefined {
  const row = customerRows.find(({ sk }) => sk === "PROFILE");
  return row && parseProfile(row);
}

const pointersOf = ({ customerId, stripeCustomerId }: Profile): PartitionKey[] => [
  `CUSTOMER_ID#${customerId}`,
  ...(stripeCustomerId === undefined ? [] : [`STRIPE_CUSTOMER#${stripeCustomerId}` as const]),
];

async function rowsAt(partitions: readonly PartitionKey[], sk: string): Promise<Row[]> {
  const items = await Promise.all(partitions.map((pk) => getItem({ pk, sk })));
  return partitions.flatMap((pk, index) => (items[index] ? [{ ...items[index], pk, sk }] : []));
}

const readAll = async (partitions: readonly PartitionKey[]): Promise<Row[]> =>
  (await Promise.all(partitions.map((pk) => readPartition(pk)))).flat();
