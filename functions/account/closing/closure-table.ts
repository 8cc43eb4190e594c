/** Accounts that were closed, or never registered: the reconciler completes a closing, and later the retention job erases them. */

import * as z from "zod/mini";
import { type Checkout, checkoutUnchanged } from "#functions/billing/checkout/checkout-table.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { notRegistered, profileKey } from "#functions/customer/profile.ts";
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
   * `closing`: sign-in and subscription may still have to be ended. `closed`: an operator can restore the account; the task is
   * due when it is to be erased. `abandoned`: found without a profile for as long, at `closedAt`. `erasing`: there is no way back.
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
  /** Undefined without a profile, and so without a checkout. */
  profile: Profile | undefined;
  /** As it was read. */
  checkout: Checkout | undefined;
  mail: Put;
}

export const newClosure = (sub: string, loginId: string): Closure => {
  const closedAt = Date.now();
  const times = { closedAt, eraseAt: closedAt + keptMs };
  return { ...closureKey(sub), loginId, state: "closing", ...times, ...newLease(), revision: 0 };
};

/** False if the profile changed since it was read, or a payment was begun. */
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

/** When an account that was found abandoned a moment ago is erased. */
function graceFromNow() {
  const closedAt = Date.now();
  const eraseAt = closedAt + graceMs;
  return { closedAt, eraseAt, ...dueFrom(eraseAt) };
}

/** Lets `retention` erase an account that was not registered in time. False for one that is registered or closed. */
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

/** Whether any account waits for its erasure because it was never registered. */
export async function hasAbandoned(): Promise<boolean> {
  for await (const { state } of queryItems(partition, "attribute_exists(eraseAt)", {}))
    if (state === "abandoned") return true;
  return false;
}

/** Something knows the account after all: it is not erased before everything was looked at again. False if it was not abandoned. */
export const restartGrace = (sub: string): Promise<boolean> =>
  updateItem({
    update: closureKey(sub),
    set: graceFromNow(),
    condition: "#state = :abandoned",
    names: absentOrAbandoned.names,
    values: absentOrAbandoned.values,
  });

/** Part of the transaction that registers a customer: refused once the account is closed, or is being erased. */
export const notClosed = (sub: string): Check => ({ check: closureKey(sub), ...absentOrAbandoned });

/** Records that the closing is complete. The next step is the erasure. */
export const markClosed = ({ pk, sk, eraseAt }: Closure): Promise<boolean> =>
  updateItem({
    update: { pk, sk },
    set: { state: "closed", ...dueFrom(eraseAt), lastError: null },
    condition: "#state = :closing",
    values: { ":closing": "closing" },
  });

/**
 * Takes the lease and ends the time in which an operator can restore the account, or its owner register. False if one did, or for a
 * concurrent caller.
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

/** True for an account that was registered in the end: it is not to be erased any more. */
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

/** Part of the operator's transaction that restores the account. */
export const withdrawClosure = (sub: string): Delete => ({
  delete: closureKey(sub),
  ...stateIs("closed"),
});
