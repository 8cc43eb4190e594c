import { parseProfile } from "#functions/customer/profile.ts";
import { getItem, type Row } from "#functions/platform/table.ts";
import { parseRow, UnreadableRow } from "../rows.ts";
import { unlessError } from "../unless-error.ts";
import type { Backup } from "./backup.ts";

export interface MissingRow {
  /** Under the `sub` of the account. */
  row: Row;
  /** There is a row, but it cannot be read, or leads to somebody else. */
  isDamaged: boolean;
}

/** `sub`: the account's; undefined before there is one. Passkeys are those of the account that is gone. */
export async function findMissing(backup: Backup, sub: string | undefined): Promise<MissingRow[]> {
  const isOfAccount = ({ sk }: Row) => sk.startsWith("PASSKEY#");
  const rows =
    sub === backup.sub
      ? backup.rows
      : backup.rows
          .filter((row) => !isOfAccount(row))
          .map((row) => withSub(row, backup.sub, sub ?? backup.sub));
  if (sub === undefined) return rows.map((row) => ({ row, isDamaged: false }));
  const states = await Promise.all(rows.map(async (row) => ({ row, state: await stateOf(row) })));
  return states
    .filter(({ state }) => state !== "there")
    .map(({ row, state }) => ({ row, isDamaged: state === "damaged" }));
}

/** The `sub` stands in keys and in attributes. */
function withSub(row: Row, from: string, to: string): Row {
  const moved = (value: unknown) => (typeof value === "string" ? value.replaceAll(from, to) : value);
  const attributes = Object.entries(row).map(([name, value]) => [name, moved(value)]);
  return {
    ...Object.fromEntries(attributes),
    pk: row.pk.replaceAll(from, to),
    sk: row.sk.replaceAll(from, to),
  };
}

async function stateOf(row: Row): Promise<"missing" | "damaged" | "there"> {
  const live = await getItem(row);
  if (!live) return "missing";
  if (row.sk === "POINTER") return live.sub === row.sub ? "there" : "damaged";
  if (row.sk !== "PROFILE") return "there";
  const read = async () => parseRow({ ...live, pk: row.pk, sk: row.sk }, parseProfile);
  return (await unlessError(UnreadableRow, read())) ? "there" : "damaged";
}
