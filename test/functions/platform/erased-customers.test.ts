/** No function adds a row about somebody who was erased: docs/data.md, "An erasure". */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { customerErased, customerRestored } from "#functions/platform/erased-customers.ts";
import {
  CustomerErased,
  getItem,
  type Key,
  putEvenIfErased,
  type Row,
  transactWrite,
  tryTransactWrite,
  updateItem,
  type Write,
} from "#functions/platform/table.ts";
import { newPerson } from "../support/people.ts";
import { startPortal } from "../support/portal.ts";
import { aboutCustomers, rowAbout } from "../support/rows-about.ts";

const portal = await startPortal();
beforeAll(() => portal.become("operator"));

const keyOf = ({ pk, sk }: Row): Key => ({ pk, sk });
const upsertOf = ({ pk, sk, ...set }: Row): Write => ({
  update: { pk, sk },
  creates: true,
  set: { a: 1, ...set },
});

async function erased(): Promise<string> {
  const { sub } = newPerson();
  await transactWrite([customerErased(sub, true)]);
  return sub;
}

test("these partitions have rows about customers", () => {
  expect(aboutCustomers).toEqual([
    ...["ANNOUNCEMENT_MAILS", "CHECKOUTS", "CLOSURES", "CUSTOMER_SYNC", "EMAIL_CHANGES", "OUTBOX"],
    ...["SESSIONS", "STRIPE_TASKS", "ACTIVITY", "CUSTOMER", "CUSTOMER_ID", "PHONE", "STRIPE_CUSTOMER"],
  ]);
});

describe.each(aboutCustomers)("%s", (name) => {
  test.each([
    ["a put", (row: Row): Write => ({ put: row })],
    ["an update that may create", upsertOf],
  ])("%s about somebody erased is refused, with everything in its transaction", async (_, writeOf) => {
    const sub = await erased();
    const row = rowAbout(name, sub);
    const beside: Key = { pk: "STRIPE_EVENT#beside", sk: sub };
    const writes = [{ put: beside }, writeOf(row)];
    await expect(transactWrite(writes)).rejects.toThrow(CustomerErased);
    await expect(tryTransactWrite(writes)).rejects.toThrow(CustomerErased);
    expect([await getItem(beside), await getItem(row)]).toEqual([undefined, undefined]);
  });

  test("an update alone is refused, too, and so is one of a row that is not there", async () => {
    const sub = await erased();
    const row = rowAbout(name, sub);
    const { pk, sk, ...set } = row;
    const update = { update: { pk, sk }, set: { a: 1, ...set } };
    await expect(updateItem({ ...update, creates: true })).rejects.toThrow(CustomerErased);
    expect(await updateItem(update)).toBe(false);
    expect(await getItem(row)).toBeUndefined();
  });

  test("somebody else's row is written, and the row of who was restored", async () => {
    const sub = await erased();
    const other = rowAbout(name, newPerson().sub);
    expect(await tryTransactWrite([{ put: other }])).toBe(true);
    await transactWrite([{ delete: keyOf(other) }]);
    await transactWrite([customerRestored(sub)]);
    expect(await tryTransactWrite([upsertOf(rowAbout(name, sub))])).toBe(true);
  });
});

test("a condition that does not hold is no matter of the erasure", async () => {
  const sub = await erased();
  const refused: Write = { check: { pk: "CHECKOUTS", sk: sub }, condition: "attribute_exists(pk)" };
  expect(await tryTransactWrite([refused, { put: rowAbout("OUTBOX", sub) }])).toBe(false);
});

test("rows of the erasure and the audit trail are written, and others can be deleted", async () => {
  const { sub } = newPerson();
  const row = rowAbout("OUTBOX", sub);
  await transactWrite([{ put: row }]);
  await transactWrite([customerErased(sub, true), { put: rowAbout("CUSTOMER", sub) }]);
  expect(await tryTransactWrite([{ delete: keyOf(row) }])).toBe(true);
  await putEvenIfErased({ pk: `CUSTOMER#${sub}`, sk: "AUDIT#x" });
  expect(await getItem({ pk: `CUSTOMER#${sub}`, sk: "AUDIT#x" })).toBeDefined();
});

test("the table's module is the only one that writes to the table", () => {
  const root = join(import.meta.dirname, "../../..");
  const writing = globSync("{functions,scripts/operator}/**/*.ts", { cwd: root }).filter((file) =>
    /\b(?:Put|Update|Delete|TransactWrite|BatchWrite)(?:Item|Items)?Command\b|\bExecuteStatement/.test(
      readFileSync(join(root, file), "utf8"),
    ),
  );
  expect(writing).toEqual(["functions/platform/table.ts"]);
});
