/** Operators' notices (`npm run admin -- notice set`): one row each, and an audit row for each change. */

import * as z from "zod/mini";
import { type Item, type Key, readPartition } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { dayMs } from "#shared/durations.ts";
import { notice, noticeKinds, type OperatorNotice } from "#shared/endpoints.ts";

export const noticePartition = "NOTICES";
const prefix = "NOTICE#";
export const noticeKey = (id: string): Key => ({ pk: noticePartition, sk: `${prefix}${id}` });

const noticeRow = z.extend(notice, {
  /** ISO 8601. */
  setAt: z.string(),
});
export type NoticeRow = z.output<typeof noticeRow>;
export const parseNotice = (row: unknown): NoticeRow => noticeRow.parse(row);

/** DynamoDB deletes expired rows late. */
export const isCurrent = ({ until }: OperatorNotice): boolean => Date.parse(until) > Date.now();

export const isNotice = ({ sk }: { sk: string }): boolean => sk.startsWith(prefix);

/** Returns the row, which DynamoDB deletes a day after the notice's end. */
export const itemOf = (row: NoticeRow): Item & Key => ({
  ...noticeKey(row.id),
  ...row,
  expiresAt: epochSeconds(Date.parse(row.until) + dayMs),
});

/** Returns the current notices, the most urgent first, then the latest. */
export async function readNotices(): Promise<OperatorNotice[]> {
  // `AUDIT#` sorts before `NOTICE#`.
  const rows = await readPartition(noticePartition, prefix);
  return rows
    .map(parseNotice)
    .filter(isCurrent)
    .sort(
      (one, other) =>
        noticeKinds.indexOf(one.kind) - noticeKinds.indexOf(other.kind) ||
        other.setAt.localeCompare(one.setAt),
    )
    .map((row) => notice.parse(row));
}
