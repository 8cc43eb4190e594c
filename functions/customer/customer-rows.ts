/** All items of one customer: docs/data.md. */

import { getItem, type Row, readPartition } from "#functions/platform/table.ts";
import { customerLimitNames } from "#shared/customer-limits.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import type { PartitionKey } from "#shared/partitions.ts";
import { type Profile, parseProfile } from "./profile.ts";

export interface CustomerRows {
  /** The customer's own partition without the audit trail. */
  record: Row[];
  /** Oldest first. */
  audit: Row[];
  /** `CUSTOMER_ID#` and `STRIPE_CUSTOMER#`. */
  pointer: Row[];
  /** Sign-ins, known browsers and the like. */
  activity: Row[];
  /** Mail in the outbox. */
  outbox: Row[];
  /** Rows for the reconciler: `CHECKOUTS`, `CUSTOMER_SYNC`, `EMAIL_CHANGES`, `SESSIONS`, `STRIPE_CHECKS`. */
  work: Row[];
  /** `CLOSURES`: that the account was closed. */
  closure: Row[];
  /** The number's active request. */
  phone: Row[];
  /** Rate limit counters of the number and the customer. */
  counters: Row[];
}

/** The partitions of the reconciler's rows with the `sub` as key. */
export const workPartitions = ["CHECKOUTS", "CUSTOMER_SYNC", "EMAIL_CHANGES", "SESSIONS"] as const;

const counters = [
  "SMS#CUSTOMER",
  "KEY_CHECK",
  "MAIL#ACCOUNT",
  "MAIL#DAY#ACCOUNT",
  "NEW_BROWSER",
  ...customerLimitNames,
];
const customerCounters = (sub: string): PartitionKey[] =>
  counters.map((name) => `RATE#${name}#${sub}` as const);

/** The list omits verifications, which have no key of the customer or the number and expire within a day. */
export async function readCustomerRows(sub: string): Promise<CustomerRows> {
  const own = await readPartition(`CUSTOMER#${sub}`);
  const record = own.filter((row) => !isAudit(row));
  const profile = profileIn(record);
  const [{ activity, outbox, work }, pointer, closure, phone, counters] = await Promise.all([
    readPendingRows(sub),
    pointersTo(sub, profile),
    rowsAt(["CLOSURES"], sub),
    phoneOf(profile),
    countersOf(sub, profile),
  ]);
  return {
    record,
    audit: own.filter(isAudit).sort(byTime),
    activity,
    pointer,
    outbox,
    work,
    closure,
    phone,
    counters,
  };
}

/** Rows that a running function may still write. */
export async function readPendingRows(
  sub: string,
): Promise<Pick<CustomerRows, "activity" | "outbox" | "work">> {
  const [activity, outbox, work] = await Promise.all([
    readPartition(`ACTIVITY#${sub}`),
    outboxOf(sub),
    workFor(sub),
  ]);
  return { activity, outbox, work };
}

export function profileIn(record: readonly Row[]): Profile | undefined {
  const row = record.find(({ sk }) => sk === "PROFILE");
  return row && parseProfile(row);
}

const isAudit = ({ sk }: Row): boolean => sk.startsWith("AUDIT#");
/** The key of a row that is written once has no time in it. */
const timeOf = ({ sk, at }: Row): string => String(at ?? sk.split("#")[1]);
const byTime = (one: Row, other: Row): number => timeOf(one).localeCompare(timeOf(other));

async function outboxOf(sub: string): Promise<Row[]> {
  return (await readPartition("OUTBOX")).filter(({ customer }) => customer === sub);
}

async function workFor(sub: string): Promise<Row[]> {
  const checks = (await readPartition("STRIPE_CHECKS")).filter((row) => row.sub === sub);
  return [...(await rowsAt(workPartitions, sub)), ...checks];
}

async function rowsAt(partitions: readonly PartitionKey[], sk: string): Promise<Row[]> {
  const items = await Promise.all(partitions.map((pk) => getItem({ pk, sk })));
  return partitions.flatMap((pk, index) => (items[index] ? [{ ...items[index], pk, sk }] : []));
}

async function pointersTo(sub: string, profile: Profile | undefined): Promise<Row[]> {
  if (!profile) return [];
  const { customerId, stripeCustomerId } = profile;
  const pointers: PartitionKey[] = [`CUSTOMER_ID#${customerId}`];
  if (stripeCustomerId !== undefined) pointers.push(`STRIPE_CUSTOMER#${stripeCustomerId}`);
  return (await readAll(pointers)).filter((row) => row.sub === sub);
}

const numberOf = ({ chargePhoneNumber }: Profile): string => toInternationalNumber(chargePhoneNumber);

const phoneOf = async (profile: Profile | undefined): Promise<Row[]> =>
  profile ? readPartition(`PHONE#${numberOf(profile)}`) : [];

function countersOf(sub: string, profile: Profile | undefined): Promise<Row[]> {
  const counters = customerCounters(sub);
  if (profile) counters.unshift(`RATE#SMS#PHONE#${numberOf(profile)}`);
  return readAll(counters);
}

const readAll = async (partitions: readonly PartitionKey[]): Promise<Row[]> =>
  (await Promise.all(partitions.map(readPartition))).flat();
