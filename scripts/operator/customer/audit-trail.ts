import { type Row, readPartition } from "#functions/platform/table.ts";

/** Time of an audit row. The row of a duplicate payment has it as an attribute, because its key names the subscription. */
export const timeOf = ({ sk, at }: Row): string => String(at ?? sk.split("#")[1]);

/** Oldest first. */
export async function readTrail(sub: string): Promise<Row[]> {
  const rows = await readPartition(`CUSTOMER#${sub}`);
  return rows.filter(isAudit).sort((one, other) => timeOf(one).localeCompare(timeOf(other)));
}

export const isAudit = ({ sk }: Row): boolean => sk.startsWith("AUDIT#");
