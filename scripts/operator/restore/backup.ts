import { type CustomerRows, profileIn, readCustomerRows } from "#functions/customer/customer-rows.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { getItem, type Row } from "#functions/platform/table.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { readTrail } from "../audit.ts";
import { CommandRefused } from "../command.ts";
import { isId } from "../customer/customer.ts";
import { subOf } from "../customer/search-profiles.ts";
import { scanPages } from "../rows.ts";

/** A customer in the table that was restored to a point in time. */
export interface Backup {
  /** The table's name. */
  table: string;
  /** Of the customer at that time. A recreated account has another one. */
  sub: string;
  profile: Profile;
  /** The restored rows, the live audit trail included. */
  rows: readonly Row[];
}

/** Outdated rows are not restored: mail that was due, work of the reconciler, a closing, SMS and counters. */
const isRestored: Readonly<Record<keyof CustomerRows, boolean>> = {
  customerRows: true,
  audit: true,
  pointer: true,
  activity: true,
  outbox: false,
  work: false,
  closure: false,
  phone: false,
  counters: false,
};

/** `name`: login ID, `sub` or customer id. Throws `CommandRefused` if that table has no such customer. */
export async function readBackup(name: string, table: string): Promise<Backup> {
  // Only the table differs.
  const inBackup = { ...ownEnvironment.getStore(), TABLE_NAME: table };
  const { sub, kinds } = await ownEnvironment.run(inBackup, async () => {
    const sub = await findSub(name, table);
    return { sub, kinds: await readCustomerRows(sub) };
  });
  const restored = Object.entries(kinds).flatMap(([kind, rows]) =>
    isRestored[kind as keyof CustomerRows] ? rows : [],
  );
  const profile = profileIn(restored);
  if (!profile) throw new CommandRefused(`${table} has no profile of ${name}.`);
  // `restore-begun` of an earlier run is not one of the customer's activities.
  const trail = (await readTrail(sub)).filter(({ action }) => action !== "restore-begun");
  const all = new Map([...restored, ...trail].map((row) => [`${row.pk} ${row.sk}`, row]));
  return { table, sub, profile, rows: [...all.values()] };
}

async function findSub(name: string, table: string): Promise<string> {
  if (isId(name)) {
    const id = name.toLowerCase();
    const pointer = await getItem({ pk: `CUSTOMER_ID#${id}`, sk: "POINTER" });
    return typeof pointer?.sub === "string" ? pointer.sub : id;
  }
  for await (const rows of scanPages("sk = :profile", { ":profile": "PROFILE" })) {
    const row = rows.find(({ loginId }) => String(loginId).toLowerCase() === name.toLowerCase());
    if (row) return subOf(row);
  }
  throw new CommandRefused(`${table} has no customer with the login ID ${name}.`);
}
