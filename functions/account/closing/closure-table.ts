/**
 * Closures: accounts that were closed or abandoned. The reconciler completes a closing, and later the
 * retention job erases the account.
 */

import * as z from "zod/mini";
import { type Checkout, checkoutUnchanged } from "#functions/billing/checkout/checkout-table.ts";
import { notRegistered, type Profile, profileKey } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import {
  type Check,
  type Delete,
  getItem,
  type Key,
  type Put,
  queryItems,
  tryTransactWrite,
  updateItem,
} from "#functions/platform/table.ts";
import { claimWrite, dueFrom, newLease, type Task, taskKind } from "#functions/tasks/task.ts";
import { dayMs } from "#shared/durations.ts";

const partition = "CLOSURES";
export const closureKey = (sub: string): Key => ({ pk: partition, sk: sub });

/** The period in which an operator can restore the account, and in which its owner can register. */
export const keptMs = 30 * dayMs;

const data = z.object({
  loginId: z.string(),
  /**
   * `closing`: sign-in and subscription may still have to be ended. `closed`: an operator can restore the
   * account; the task is due when the account is to be erased. `abandoned`: at `closedAt`, the account had no
   * profile for 30 days. `erasing`: the account cannot be restored.
   */
  state: z.enum(["closing", "closed", "abandoned", "erasing"]),
  /** Milliseconds since the epoch. */
  closedAt: z.int(),
  eraseAt: z.int(),
});
export type Closure = Task & z.output<typeof data>;
/** The key is the account's `sub`. */
export const closureTask = taskKind(partition, data);

export async function readClosure(sub: string): Promise<Closure | undefined> {
  const item = await getItem(closureKey(sub));
  return item && closureTask.parse(item);
}

interface Closing {
  sub: string;
  /** Undefined for an account without a profile, which has no checkout. */
  profile: Profile | undefined;
  /** The checkout as it was read. */
  checkout: Checkout | undefined;
  mail: Put;
}

export const newClosure = (sub: string, loginId: string): Closure => {
  const closedAt = Date.now();
  const times = { closedAt, eraseAt: closedAt + keptMs };
  return { ...closureKey(sub), loginId, state: "closing", ...times, ...newLease(), revision: 0 };
};

/**
 * Stores a closing in one transaction. Returns false if the profile changed since it was read, or a payment
 * started.
 */
export async function recordClosure(
  closure: Closure,
  { sub, profile, checkout, mail }: Closing,
): Promise<boolean> {
  const audit = auditRow(sub, { action: "closed", customerId: profile?.customerId });
  if (!profile)
    return tryTransactWrite([notRegistered(sub), { put: closure, ...absentOrAbandoned }, audit, mail]);
  const closed = {
    update: profileKey(sub),
    set: { closedAt: new Date(closure.closedAt).toISOString() },
    add: { version: 1 },
    condition: "#version = :seen AND attribute_not_exists(closedAt)",
    values: { ":seen": profile.version },
  };
  return tryTransactWrite([closed, checkoutUnchanged(sub, checkout), { put: closure }, audit, mail]);
}

/** An account that was never registered may have been found abandoned. */
const absentOrAbandoned = {
  condition: "attribute_not_exists(pk) OR #state = :abandoned",
  names: { "#state": "state" },
  values: { ":abandoned": "abandoned" },
} as const;

/** Time for an operator to notice that profiles are missing, and for the owner to register. */
const graceMs = 7 * dayMs;

/** Returns the times of an account that is found abandoned now. */
function graceFromNow() {
  const closedAt = Date.now();
  const eraseAt = closedAt + graceMs;
  return { closedAt, eraseAt, ...dueFrom(eraseAt) };
}

/**
 * Lets `retention` erase an account that has not registered in time. Returns false if it has registered or is
 * closed.
 */
export const recordAbandonment = (sub: string, loginId: string): Promise<boolean> => {
  const times = graceFromNow();
  return tryTransactWrite([
    notRegistered(sub),
    {
      put: { ...closureKey(sub), loginId, state: "abandoned", ...times },
      condition: "attribute_not_exists(pk)",
    },
  ]);
};

/** Returns true if an abandoned account waits for its erasure. */
export async function hasAbandoned(): Promise<boolean> {
  for await (const { state } of queryItems(partition, "attribute_exists(eraseAt)", {}))
    if (state === "abandoned") return true;
  return false;
}

/**
 * Postpones the erasure of an abandoned account that another row names, until the next complete look. Returns
 * false if the account was not abandoned.
 */
export const restartGrace = (sub: string): Promise<boolean> =>
  updateItem({
    update: closureKey(sub),
    set: graceFromNow(),
    condition: "#state = :abandoned",
    names: absentOrAbandoned.names,
    values: absentOrAbandoned.values,
  });

/** A check that refuses a registration once the account is closed or being erased. */
export const notClosed = (sub: string): Check => ({ check: closureKey(sub), ...absentOrAbandoned });

/** Marks the closing as complete. The erasure is the next step. */
export const markClosed = ({ pk, sk, eraseAt }: Closure): Promise<boolean> =>
  updateItem({
    update: { pk, sk },
    set: { state: "closed", ...dueFrom(eraseAt), lastError: null },
    condition: "#state = :closing",
    values: { ":closing": "closing" },
  });

/**
 * Leases the closure for its erasure: from now on, an operator cannot restore the account, and its owner
 * cannot register. Returns false if one of them did, or if another run has the lease.
 */
export async function claimErasure(closure: Closure): Promise<boolean> {
  const { sk } = closure;
  const { set, condition, values, ...write } = claimWrite(closure);
  const claim = {
    ...write,
    set: { ...set, state: "erasing" },
    condition: `${condition} AND #state <> :closing`,
    values: { ...values, ":closing": "closing" },
  };
  if (closure.state !== "abandoned") return updateItem(claim);
  if (await tryTransactWrite([claim, notRegistered(sk)])) return true;
  await forgetIfRegistered(sk);
  return false;
}

/** Deletes the closure of an abandoned account that has registered. Returns true if it has. */
export async function forgetIfRegistered(sub: string): Promise<boolean> {
  if (!(await getItem(profileKey(sub)))) return false;
  await tryTransactWrite([{ delete: closureKey(sub), ...stateIs("abandoned") }]);
  return true;
}

const stateIs = (state: Closure["state"]) => ({
  condition: "#state = :state",
  names: { "#state": "state" } as const,
  values: { ":state": state },
});

/** The write by which an operator restores a closed account. */
export const withdrawClosure = (sub: string): Delete => ({
  delete: closureKey(sub),
  ...stateIs("closed"),
});
