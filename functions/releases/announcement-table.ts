/** Mail that tells customers of a release: `npm run release -- announce` writes the rows, the reconciler sends them. */
import * as z from "zod/mini";
import { leasedRow, unleasedRows } from "#functions/platform/lease.ts";
import { getItem, type Item, type Put } from "#functions/platform/table.ts";
import { type FileType, fileTypes } from "#shared/endpoints.ts";
import { releasePartition } from "./release-table.ts";

const announcement = z.object({
  fileType: z.enum(fileTypes),
  version: z.string(),
  /** The notes as plain text; empty when there are none. */
  text: z.string(),
  /** ISO 8601: while it is stopped nothing of it is sent. */
  stoppedAt: z.optional(z.string()),
});
export type Announcement = z.output<typeof announcement>;

export const announcementKey = (fileType: FileType, version: string) => ({
  pk: releasePartition(fileType),
  sk: `ANNOUNCEMENT#${version}`,
});

export async function readAnnouncement(
  fileType: FileType,
  version: string,
): Promise<Announcement | undefined> {
  const item = await getItem(announcementKey(fileType, version));
  return item && announcement.parse(item);
}

const row = z.extend(leasedRow, {
  fileType: z.enum(fileTypes),
  version: z.string(),
  /** The customer's `sub`: name, address and opt-in are read when the mail goes out. */
  customer: z.string(),
});
export type AnnouncementMail = z.output<typeof row>;

export const announcementMails = "ANNOUNCEMENT_MAILS";

/** Both rows or, for a customer who was told of that release before, none. */
export const newAnnouncementMail = (
  customer: string,
  { fileType, version }: Pick<Announcement, "fileType" | "version">,
): [told: Put, mail: Put] => [
  {
    put: {
      pk: `CUSTOMER#${customer}`,
      sk: `ANNOUNCED#${fileType}#${version}`,
      at: new Date().toISOString(),
    },
    condition: "attribute_not_exists(pk)",
  },
  {
    put: {
      pk: announcementMails,
      sk: `${fileType}#${version}#${customer}`,
      fileType,
      version,
      customer,
      leaseUntil: 0,
      attempts: 0,
    },
  },
];

/** Every mail that nobody is at. */
export const unleasedAnnouncementMails = () => unleasedRows(announcementMails);
export const parseAnnouncementMail = (item: Item): AnnouncementMail => row.parse(item);
