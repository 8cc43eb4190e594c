/** Announcements: `npm run release -- announce` stores one, the job `announce` sends its mails. */

import * as z from "zod/mini";
import {
  type Item,
  type Key,
  type Put,
  queryNewest,
  readItem,
  readPartition,
  type Update,
  updateAndRead,
} from "#functions/platform/table.ts";
import { dueFrom, type Task, taskKind, updateLeased } from "#functions/tasks/task.ts";
import { fileTypes } from "#shared/endpoints.ts";
import { partitionKey } from "#shared/partitions.ts";
import { releasePartition } from "./release-table.ts";

const key = z.object({ pk: partitionKey, sk: z.string() });
const counted = z._default(z.int(), 0);

const announcement = z.object({
  fileType: z.enum(fileTypes),
  version: z.string(),
  /** The notes as plain text; empty if there are none. */
  text: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  /** ISO 8601. While an announcement is stopped, none of its mails is sent. */
  stoppedAt: z.optional(z.string()),
  /** ISO 8601: every customer was reached. */
  endedAt: z.optional(z.string()),
  /** End of the lease of the run that sends it, milliseconds since the epoch. */
  lockedUntil: z.int(),
  /** The last row of the table that was read: the next run begins after it. */
  lastRow: z.optional(key),
  /** The whole table was read. */
  isRead: z._default(z.boolean(), false),
  /** Why the rest waits: the share of SES's 24-hour quota is used up, or SES sends no mail. */
  waitsFor: z.optional(z.enum(["quota", "ses"])),
  /**
   * Numbers of customers: mail queued, accepted by SES, no longer wanted, refused by SES
   * permanently.
   */
  queued: counted,
  sent: counted,
  unwanted: counted,
  failed: counted,
});
export type Announcement = z.output<typeof announcement>;
const parseAnnouncement = (item: Item): Announcement => announcement.parse(item);

type StoredRelease = Pick<Announcement, "fileType" | "version">;

const prefix = "ANNOUNCEMENT#";

export const announcementKey = ({ fileType, version }: StoredRelease): Key => ({
  pk: releasePartition(fileType),
  sk: `${prefix}${version}`,
});

export const readAnnouncement = (release: StoredRelease): Promise<Announcement | undefined> =>
  readItem(announcementKey(release), announcement);

/** Returns the announcements to send, oldest first. */
export async function unfinishedAnnouncements(): Promise<Announcement[]> {
  const range = { from: prefix, to: `${prefix}~` };
  const found = await Promise.all(
    fileTypes.map((fileType) =>
      Array.fromAsync(queryNewest(releasePartition(fileType), range), parseAnnouncement),
    ),
  );
  return found
    .flat()
    .filter(({ stoppedAt, endedAt }) => !stoppedAt && !endedAt)
    .sort((one, other) => one.startedAt.localeCompare(other.startedAt));
}

/** Longer than a run. */
const leaseMs = 6 * 60_000;

/**
 * Leases the announcement to this run. Returns undefined if another run has the lease, or if the announcement
 * was stopped or has ended.
 */
export async function claimAnnouncement(of: Announcement): Promise<Announcement | undefined> {
  const item = await updateAndRead({
    update: announcementKey(of),
    set: { lockedUntil: Date.now() + leaseMs, waitsFor: null },
    condition: "lockedUntil < :now AND attribute_not_exists(stoppedAt) AND attribute_not_exists(endedAt)",
    values: { ":now": Date.now() },
  });
  return item && parseAnnouncement(item);
}

/** Changes the row under this run's lease. Returns false if the run has lost the lease. */
export const updateClaimed = (of: Announcement, changes: Pick<Update, "set" | "add">): Promise<boolean> =>
  updateLeased(announcementKey(of), of.lockedUntil, changes);

const mailData = z.object({
  fileType: z.enum(fileTypes),
  version: z.string(),
  /** The customer's `sub`. Name, address and opt-in are read when the mail is sent. */
  customer: z.string(),
});
export type AnnouncementMail = Task & z.output<typeof mailData>;

const announcementMails = "ANNOUNCEMENT_MAILS";
export const announcementMailTask = taskKind(announcementMails, mailData);
export const announcedKey = (customer: string, { fileType, version }: StoredRelease): Key => ({
  pk: `CUSTOMER#${customer}`,
  sk: `ANNOUNCED#${fileType}#${version}`,
});

/**
 * Returns the writes of a customer's mail and its marker. Refused for a customer who has a mail of that
 * release.
 */
export const newAnnouncementMail = (
  customer: string,
  { fileType, version }: StoredRelease,
): [marker: Put, mail: Put] => [
  {
    put: { ...announcedKey(customer, { fileType, version }), at: new Date().toISOString() },
    condition: "attribute_not_exists(pk)",
  },
  {
    put: {
      pk: announcementMails,
      sk: `${fileType}#${version}#${customer}`,
      fileType,
      version,
      customer,
      ...dueFrom(0),
    },
  },
];

/** Returns the release's mails that SES has not accepted yet. */
export async function waitingMails({ fileType, version }: StoredRelease): Promise<AnnouncementMail[]> {
  const own = `${fileType}#${version}#`;
  const rows = await readPartition(announcementMails, own);
  return rows.filter(({ sk }) => sk.startsWith(own)).map(announcementMailTask.parse);
}
