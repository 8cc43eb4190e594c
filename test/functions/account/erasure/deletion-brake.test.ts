/** Too many deletions in a run: none is made, the alarm rings, and an operator decides. */
import { describe, expect, test } from "vitest";
import { deletionLimit, withBrake } from "#functions/account/erasure/deletion-brake.ts";
import {
  allowanceMs,
  allowDeletions,
  type DeletionKind,
  deletionKinds,
  heldDeletionKey,
  readHeldDeletion,
} from "#functions/account/erasure/held-deletions-table.ts";
import { updateItem } from "#functions/platform/table.ts";
import { withContext } from "#functions/runtime/context.ts";
import { advance, startPortal } from "#test/functions/support/portal.ts";

const portal = await startPortal();

const inRetention = <T>(work: () => T): T => {
  portal.become("retention");
  return withContext({ kind: "job", requestId: "r" }, work);
};

test.each<[DeletionKind, accounts: number, customers: number, vanished: number, most: number]>([
  ["closed", 0, 0, 0, 5],
  ["closed", 250, 200, 0, 5],
  ["closed", 500, 400, 3, 10],
  ["closed", 1000, 900, 0, 20],
  ["closed", 1_000_000, 900_000, 0, 20],
  ["unconfirmed", 10, 8, 0, 5],
  ["unconfirmed", 1_000_000, 900_000, 0, 20],
  ["abandoned", 8, 8, 0, 1],
  ["abandoned", 150, 100, 0, 3],
  ["abandoned", 150, 100, 1, 0],
  ["abandoned", 8, 0, 0, 0],
  ["abandoned", 1_000_000, 0, 0, 0],
])("%s: a run with %i accounts, %i customers, %i missing deletes at most %i", (kind, ...numbers) => {
  const [accounts, customers, vanished, most] = numbers;
  expect(inRetention(() => deletionLimit(kind, { accounts, customers, vanished }))).toBe(most);
});

describe.each(deletionKinds)("%s accounts", (kind) => {
  const known = { accounts: 500, customers: 400, vanished: 0 };
  const accounts = (count: number) => Array.from({ length: count }, (_, index) => ({ sub: `sub-${index}` }));
  /** Returns how many are deleted of so many that are due. */
  const run = (count: number) =>
    inRetention(() => withBrake(kind, accounts(count), known, async (due) => due.length));
  const alarms = () => portal.logged.filter((line) => line.includes('"DeletionsHeld":')).length;
  async function allow(): Promise<void> {
    portal.become("operator");
    const held = await readHeldDeletion(kind);
    expect(held && (await updateItem(allowDeletions(kind, held)))).toBe(true);
  }

  test("are deleted up to the limit; above it none, and each run raises the alarm", async () => {
    expect(await run(10)).toBe(10);
    expect([await run(11), await run(11), alarms()]).toEqual([0, 0, 2]);
    const { pk, sk } = heldDeletionKey(kind);
    expect(await portal.item(pk, sk)).toMatchObject({
      due: 11,
      limit: 10,
      customers: accounts(11).map(({ sub }) => sub),
    });
    // No more than the limit are left, such as by an operator's own work: the row ends.
    expect(await run(3)).toBe(3);
    expect(await portal.item(pk, sk)).toBeUndefined();
  });

  test("are deleted once an operator allows it, for a day and for that number", async () => {
    await run(30);
    await allow();
    expect([await run(41), await run(40)]).toEqual([0, 40]);
    // The permission is used up.
    expect(await run(11)).toBe(0);
    await allow();
    advance(allowanceMs);
    expect(await run(11)).toBe(0);
  });

  test("are not allowed by an operator who saw another number", async () => {
    await run(30);
    portal.become("operator");
    const seen = await readHeldDeletion(kind);
    await run(31);
    portal.become("operator");
    expect(seen && (await updateItem(allowDeletions(kind, seen)))).toBe(false);
  });

  test("are counted up to ten thousand, however many are due", async () => {
    let read = 0;
    async function* everybody() {
      for (; ; read += 1) yield { sub: `sub-${read}` };
    }
    expect(await inRetention(() => withBrake(kind, everybody(), known, async () => 1))).toBe(0);
    expect(read).toBeLessThan(10_001);
    const { pk, sk } = heldDeletionKey(kind);
    expect(await portal.item(pk, sk)).toMatchObject({ due: 10_000, limit: 10 });
  });
});
