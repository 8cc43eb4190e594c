/** Accounts that were closed: the reconciler completes the closing, and later the retention job erases them. */

import * as z from "zod/mini";
import { type Checkout, checkoutUnchanged } from "#functions/billing/checkout/checkout-table.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { profileKey } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { type LeasedRow, leasedRow, newLease, unleasedRows } from "#functions/platform/lease.ts";
import {
  type Delete,
  deleteItem,
  type Item,
  type Key,
  type Put,
  readItem,
  updateItem,
  writeIf,
} from "#functions/platform/table.ts";
import { dayMs } from "#functions/platform/time.ts";

const partition = "CLOSURES";
export const closureKey = (sub: string): Key => ({ pk: partition, sk: sub });

/** The period in which an operator can restore the account. */
const keptMs = 30 * dayMs;

const row = z.extend(leasedRow, {
  loginId: z.string(),
  /**
   * `closing`: sign-in and subscription may still have to be ended. `closed`: an operator can restore the account; the lease ends
   * when it is to be erased. `erasing`: there is no way back.
   */
  state: z.enum(["closing", "closed", "erasing"]),
  /** Milliseconds since the epoch. */
  closedAt: z.int(),
  eraseAt: z.int(),
});
export type Closure = z.output<typeof row>;

export const parseClosure = (item: Item): Closure => row.parse(item);

/** Every one whose lease has ended. */
export const unleasedClosures = () => unleasedRows(partition);

export const readClosure = (sub: string): Promise<Closure | undefined> => readItem(closureKey(sub), row);

interface Closing {
  sub: string;
  profile: Profile;
  /** As it was read. */
  checkout: Checkout | undefined;
  mail: Put;
}

export const newClosure = (sub: string, loginId: string): Closure => {
  const closedAt = Date.now();
  const times = { closedAt, eraseAt: closedAt + keptMs };
  return { ...closureKey(sub), loginId, state: "closing", ...times, ...newLease() };
};

/** False if the record changed since it was read, or a payment was begun. */
export async function recordClosure(
  closure: Closure,
  { sub, profile, checkout, mail }: Closing,
): Promise<boolean> {
  const { customerId, version } = profile;
  const writes = [
    {
      update: profileKey(sub),
      set: { closedAt: new Date(closure.closedAt).toISOString() },
      add: { version: 1 },
      condition: "#version = :seen AND attribute_not_exists(closedAt)",
      values: { ":seen": version },
    },
    checkoutUnchanged(sub, checkout),
    { put: closure },
    auditRow(sub, { action: "closed", customerId }),
    mail,
  ];
  return writeIf(writes);
}

/** Records that the closing is complete. The next step is the erasure. */
export const markClosed = ({ pk, sk, eraseAt }: LeasedRow & Closure): Promise<boolean> =>
  updateItem({
    update: { pk, sk },
    set: { state: "closed", leaseUntil: eraseAt, attempts: 0 },
    condition: "#state = :closing",
    values: { ":closing": "closing" },
  });

/** Takes the lease and ends the time in which an operator can restore the account. False if one did, or for a concurrent caller. */
export const claimErasure = ({ pk, sk, leaseUntil }: Closure): Promise<boolean> =>
  updateItem({
    update: { pk, sk },
    set: { state: "erasing", leaseUntil: newLease().leaseUntil },
    add: { attempts: 1 },
    condition: "leaseUntil = :seen AND #state <> :closing",
    values: { ":seen": leaseUntil, ":closing": "closing" },
  });

/** Part of the operator's transaction that restores the account. */
export const withdrawClosure = (sub: string): Delete => ({
  delete: closureKey(sub),
  condition: "#state = :closed",
  names: { "#state": "state" },
  values: { ":closed": "closed" },
});

export const deleteClosure = (sub: string): Promise<void> => deleteItem(closureKey(sub));
