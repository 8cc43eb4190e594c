import { type Key, scanPage, writeIf } from "#functions/platform/table.ts";
import { type Announcement, newAnnouncementMail } from "#functions/releases/announcement-table.ts";

/** Rows of the table that are looked at in one call; a customer has some ten. */
const rowsAtOnce = 1000;
const writesAtOnce = 25;

/**
 * Writes a mail for each customer who wants service information and was not told of that release before, among the rows behind
 * `after`. `lastRow`: the row to go on behind, undefined at the end of the table.
 */
export async function writeDownNext(
  announcement: Announcement,
  after: Key | undefined,
): Promise<{ told: number; lastRow: Key | undefined }> {
  const { items, lastRow } = await scanPage({
    filter:
      "sk = :profile AND attribute_not_exists(closedAt) AND (attribute_not_exists(optInServiceInfo) OR optInServiceInfo = :yes)",
    values: { ":profile": "PROFILE", ":yes": true },
    attributes: "pk, sk, closedAt, optInServiceInfo",
    limit: rowsAtOnce,
    after,
  });
  const customers = items.map(({ pk }) => pk.replace("CUSTOMER#", ""));
  let told = 0;
  for (let first = 0; first < customers.length; first += writesAtOnce) {
    const some = customers.slice(first, first + writesAtOnce);
    const areNew = await Promise.all(
      some.map((customer) => writeIf(newAnnouncementMail(customer, announcement))),
    );
    told += areNew.filter(Boolean).length;
  }
  return { told, lastRow };
}
