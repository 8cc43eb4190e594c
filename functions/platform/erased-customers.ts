/**
 * `ERASED#<sub>`: the customer was erased. Each transaction that adds a row about a customer requires that there is none, so that a
 * function that has read the profile before cannot bring anything of an erased person back.
 */
import { customerIn, partitionNamed } from "#shared/partitions.ts";
import type { Check, Delete, Item, Key, Put, Write } from "./write-input.ts";

const partition = "ERASED";
const key = (sub: string): Key => ({ pk: `${partition}#${sub}`, sk: partition });

/** Part of the erasure's transaction, of which one of two is refused. `hadProfile`: for the daily count of customers. */
export const customerErased = (sub: string, hadProfile: boolean): Put => ({
  put: { ...key(sub), at: new Date().toISOString(), hadProfile },
  condition: "attribute_not_exists(pk)",
});

/** Part of an operator's transaction that brings an erased customer back under the same `sub`. */
export const customerRestored = (sub: string): Delete => ({ delete: key(sub) });

/** Checks that none of the customers was erased whom the writes add rows about, but for those whom the writes erase or restore. */
export function notErased(writes: readonly Write[]): Check[] {
  const known = writes.map((write) => keyIn(write).pk);
  return [...new Set(writes.flatMap(newRowsOf))]
    .filter((sub) => !known.includes(key(sub).pk))
    .map((sub) => ({ check: key(sub), condition: "attribute_not_exists(pk)" }));
}

const keyIn = (write: Write): Key => {
  if ("put" in write) return write.put;
  if ("update" in write) return write.update;
  return "delete" in write ? write.delete : write.check;
};

/** The customer whom the write may add a row about. */
function newRowsOf(write: Write): string[] {
  if ("put" in write) return customerOf(write.put);
  if (!("update" in write) || !write.creates) return [];
  return customerOf({ ...write.setOnce, ...write.set, ...write.update });
}

/** Whom a row is about, if it is about anybody. */
export function customerOf(row: Key & Item): string[] {
  const place = customerIn[partitionNamed(row.pk)];
  if (place === null) return [];
  const named: unknown = place === "pk" ? row.pk.split("#")[1] : row[place];
  return typeof named === "string" && isSub.test(named) ? [named] : [];
}
/** Cognito's `sub` is a UUID. */
const isSub = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
