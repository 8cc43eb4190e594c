import { type AuditRow, readNamedAuditRows, timedAuditRows } from "#functions/platform/audit.ts";
import { hash } from "#functions/platform/networks.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { activity, ResponseOf } from "#shared/endpoints.ts";
import { activityMs, readActivities, timeOf } from "./activity-table.ts";
import { kindsOf } from "./audit-events.ts";

const pageSize = 20;
/** After every time. */
const end = "9";

type Page = Omit<ResponseOf<typeof activity>["result"], "passwordChangedAt">;

interface Entry {
  /** `<time>#<id>`: a page ends before one. */
  position: string;
  events: Omit<Page["events"][number], "id">[];
}

/** The position would say more than a customer has to know. */
const withIds = ({ position, events }: Entry) =>
  events.map((event, index) => ({ id: `${hash(position)}${index}`, ...event }));

const cursorOf = ({ position }: Entry): string => Buffer.from(position).toString("base64url");

/** `<time>#<id>`. The table is asked for what stands before it: any other text would reach rows that are no events. */
const positionPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[\x21-\x7e]+$/;

function positionIn(cursor: string): string {
  const position = Buffer.from(cursor, "base64url").toString();
  if (!positionPattern.test(position)) throw new HttpError("bad_request");
  return position;
}

/**
 * A page of what happened to the account in the last 400 days, newest first. Rows of the audit trail that have no time in their keys
 * (contract, payments, changes of the profile) are read as a whole: there is no other way to their order.
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

/** One more than a page, and one that the range may have had on the page before. */
async function activityEntries(sub: string, since: string, before: string): Promise<Entry[]> {
  const rows = await readActivities(sub, since, before, pageSize + 2);
  return rows.map((row) => {
    const { sk: position, kind, ip, browser, version } = row;
    return { position, events: [{ at: timeOf(row), kind, ip, browser, version }] };
  });
}

/** One more than a page. */
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
