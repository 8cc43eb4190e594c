/** All items of one customer: docs/data.md. */
import { customerCounters, workPartitions } from "../../../functions/customer/customer-rows.ts";
import type { Profile } from "../../../functions/customer/profile.ts";
import { toInternationalNumber } from "../../../shared/normalize.ts";
import type { Target } from "../command.ts";
import { type Row, readPartition, readRow, scanPages } from "../table.ts";
import { isAudit, readTrail } from "./audit-trail.ts";
import type { Customer } from "./customer.ts";

export interface RowsOf {
  /** The customer's own partition without the audit trail. */
  record: Row[];
  audit: Row[];
  /** `CUSTOMER_ID#` and `STRIPE_CUSTOMER#`. */
  pointer: Row[];
  /** Sign-ins, known browsers and the like: `ACTIVITY#`. */
  activity: Row[];
  /** Mail in the outbox. */
  outbox: Row[];
  /** Rows for the reconciler: `CHECKOUTS`, `CUSTOMER_SYNC`, `EMAIL_CHANGES`, `STRIPE_CHECKS`. */
  work: Row[];
  verifications: Row[];
  /** The number's active request, and the rate limit counters of the number and the customer. */
  phone: Row[];
  counters: Row[];
}

/** Verifications have no key of the customer: this scans the table once. */
export async function rowsOf({ sub, profile }: Customer, target: Target): Promise<RowsOf> {
  const number = profile && toInternationalNumber(profile.chargePhoneNumber);
  const partition = (pk: string) => readPartition(target, pk);
  const ofNumber = async (prefix: string) => (number === undefined ? [] : partition(`${prefix}${number}`));
  const [own, activity, outbox, work, pointer, phone, sentTo, counted, verifications] = await Promise.all([
    partition(`CUSTOMER#${sub}`),
    partition(`ACTIVITY#${sub}`),
    outboxOf(sub, target),
    workFor(sub, target),
    pointersTo(profile, target),
    ofNumber("PHONE#"),
    ofNumber("RATE#SMS#PHONE#"),
    countersOf(sub, target),
    verificationsOf(sub, number, target),
  ]);
  return {
    record: own.filter((row) => !isAudit(row)),
    audit: await readTrail(sub, target),
    pointer: pointer.filter((row) => row.sub === sub),
    activity,
    outbox,
    work,
    verifications,
    phone,
    counters: [...sentTo, ...counted],
  };
}

/** Rows that a running function may still write. */
export const pendingRows = async (sub: string, target: Target): Promise<Row[]> =>
  (await Promise.all([outboxOf(sub, target), workFor(sub, target)])).flat();

async function outboxOf(sub: string, target: Target): Promise<Row[]> {
  return (await readPartition(target, "OUTBOX")).filter(({ customer }) => customer === sub);
}

async function countersOf(sub: string, target: Target): Promise<Row[]> {
  const partitions = customerCounters(sub).map((pk) => readPartition(target, pk));
  return (await Promise.all(partitions)).flat();
}

async function workFor(sub: string, target: Target): Promise<Row[]> {
  const rows = await Promise.all(workPartitions.map((pk) => readRow(target, { pk, sk: sub })));
  const watched = await readPartition(target, "STRIPE_CHECKS");
  return [...rows.filter((row) => row !== undefined), ...watched.filter((row) => row.sub === sub)];
}

async function pointersTo(profile: Profile | undefined, target: Target): Promise<Row[]> {
  const keys = profile
    ? [`CUSTOMER_ID#${profile.customerId}`, `STRIPE_CUSTOMER#${profile.stripeCustomerId}`]
    : [];
  return (await Promise.all(keys.map((pk) => readPartition(target, pk)))).flat();
}

async function verificationsOf(sub: string, number: string | undefined, target: Target): Promise<Row[]> {
  const filter = "begins_with(pk, :prefix) AND (consumedBy = :sub OR #number = :number)";
  const values = { ":prefix": "VERIFICATION#", ":sub": sub, ":number": number ?? "-" };
  const rows: Row[] = [];
  for await (const page of scanPages(target, filter, values, { "#number": "number" })) rows.push(...page);
  return rows;
}
