import { type AuditRow, readNamedAuditRows, timedAuditRows } from "#functions/platform/audit.ts";
import { hash } from "#functions/platform/networks.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { activity, ResponseOf } from "#shared/endpoints.ts";
import { kindsOf } from "./activity-kinds.ts";
import { activityMs, readActivities, timeOf } from "./activity-table.ts";

const pageSize = 20;
/** Sorts after every time. */
const end = "9";

type Page = Omit<ResponseOf<typeof activity>["result"], "passwordChangedAt">;

interface Entry {
  /** `<time>#<id>`: the sort order. A cursor is the position of a page's last entry. */
  position: string;
  events: Omit<Page["events"][number], "id">[];
}

/** Ids hide the position, which contains the key of a row. */
const withIds = ({ position, events }: Entry) =>
  events.map((event, index) => ({ id: `${hash(position)}${index}`, ...event }));

const cursorOf = ({ position }: Entry): string => Buffer.from(position).toString("base64url");

/** `<time>#<id>`. Another text would make the query return rows that are no activities. */
const positionPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[\x21-\x7e]+$/;

function positionIn(cursor: string): string {
  const position = Buffer.from(cursor, "base64url").toString();
  if (!positionPattern.test(position)) throw new HttpError("bad_request");
  return position;
}

/**
 * Returns a page of the account's activities of the last 400 days, newest first. All audit rows without a
 * time in their keys (contract, payments, changes of the profile) are read each time: their keys have another
 * order.
 */
export async function readActivity(sub: string, cursor: string | undefined): Promise<Page> {
  const since = new Date(Date.now() - activityMs).toISOString();
  const before = cursor === undefined ? end : positionIn(cursor);
  if (before <= since) return { events: [] };
  const found = await Promise.all([
    activityEntries(sub, since, before),
    timedEntries(sub, since, before),
    namedEntries(sub),
  ]);
  const entries = found
    .flat()
    .filter(({ position, events }) => position >= since && position < before && events.length > 0)
    .sort((one, other) => (one.position < other.position ? 1 : -1));
  const page = entries.slice(0, pageSize);
  const last = entries.length > pageSize ? page.at(-1) : undefined;
  return {
    events: page.flatMap(withIds),
    ...(last && { nextCursor: cursorOf(last) }),
  };
}

/** Reads one entry more than a page, and the entry at the cursor, which the range includes. */
async function activityEntries(sub: string, since: string, before: string): Promise<Entry[]> {
  const rows = await readActivities(sub, since, before, pageSize + 2);
  return rows.map((row) => {
    const { sk: position, kind, ip, browser, version } = row;
    return { position, events: [{ at: timeOf(row), kind, ip, browser, version }] };
  });
}

/** Reads one entry more than a page. */
async function timedEntries(sub: string, since: string, before: string): Promise<Entry[]> {
  const [time = ""] = before.split("#");
  const entries: Entry[] = [];
  for await (const row of timedAuditRows(sub, {
    from: since,
    to: `${time < end ? time : end}$`,
    limit: pageSize + 2,
  })) {
    const entry = toEntry(row);
    if (entry.position < before && entry.events.length > 0) entries.push(entry);
    if (entries.length > pageSize) break;
  }
  return entries;
}

const namedEntries = async (sub: string): Promise<Entry[]> => (await readNamedAuditRows(sub)).map(toEntry);

const toEntry = (row: AuditRow): Entry => ({
  position: `${row.at}#${row.sk}`,
  events: kindsOf(row).map((kind) => ({ at: row.at, kind })),
});
