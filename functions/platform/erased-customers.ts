/**
 * `ERASED#<sub>`: the row of an erased customer. Each transaction that adds a row about a customer requires
 * that it does not exist, so that a function that read the profile before the erasure cannot write personal
 * data after it.
 */
import { customerIn, partitionNamed } from "#shared/partitions.ts";
import type { Check, Delete, Item, Key, Put, Write } from "./write-input.ts";

const partition = "ERASED";
const key = (sub: string): Key => ({ pk: `${partition}#${sub}`, sk: partition });

/**
 * The erasure's write; refused if the customer was already erased. `hadProfile`: for the daily count of
 * customers.
 */
export const customerErased = (sub: string, hadProfile: boolean): Put => ({
  put: { ...key(sub), at: new Date().toISOString(), hadProfile },
  condition: "attribute_not_exists(pk)",
});

/** The write of `restore`, which brings an erased customer back under the same `sub`. */
export const customerRestored = (sub: string): Delete => ({ delete: key(sub) });

/**
 * Returns checks that no customer about whom the writes add rows was erased, except customers whom the writes
 * erase or restore.
 */
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

/** Returns the `sub` of the customer about whom the write may add a row; empty if none. */
function newRowsOf(write: Write): string[] {
  if ("put" in write) return customerOf(write.put);
  if (!("update" in write) || !write.creates) return [];
  return customerOf({ ...write.setOnce, ...write.set, ...write.update });
}

/** Returns the `sub` of the customer whom the row is about; empty if none. */
export function customerOf(row: Key & Item): string[] {
  const place = customerIn[partitionNamed(row.pk)];
  if (place === null) return [];
  const named: unknown = place === "pk" ? row.pk.split("#")[1] : row[place];
  return typeof named === "string" && isSub.test(named) ? [named] : [];
}
/** Cognito's `sub` is a UUID. */
const isSub = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
