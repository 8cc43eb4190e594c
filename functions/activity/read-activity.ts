import type { ActivityKind } from "../../shared/activity.ts";
import { readAuditRows } from "../platform/audit.ts";
import { hash } from "../platform/networks.ts";
import { activityMs, readActivities, timeOf } from "./activity-table.ts";
import { kindsOf } from "./audit-events.ts";

const pageSize = 20;
/** After every time. */
const end = "9";

interface ActivityEvent {
  /** ISO 8601. */
  at: string;
  kind: ActivityKind;
  ip?: string | undefined;
  browser?: string | undefined;
  version?: string | undefined;
}

interface Entry {
  /** `<time>#<id>`: a page ends before one. */
  position: string;
  events: ActivityEvent[];
}

interface Page {
  events: (ActivityEvent & { id: string })[];
  nextCursor?: string;
}

/** The position would say more than a customer has to know. */
const withIds = ({ position, events }: Entry) =>
  events.map((event, index) => ({ id: `${hash(position)}${index}`, ...event }));

/**
 * A page of what happened to the account in the last 400 days, newest first. The audit trail, which is not in the order of time, is
 * read as a whole: it is short.
 */
export async function readActivity(sub: string, cursor: string | undefined): Promise<Page> {
  const since = new Date(Date.now() - activityMs).toISOString();
  const before = cursor === undefined ? end : Buffer.from(cursor, "base64url").toString();
  if (before <= since) return { events: [] };
  const [recorded, audited] = await Promise.all([recordedEntries(sub, since, before), auditedEntries(sub)]);
  const entries = [...recorded, ...audited]
    .filter(({ position, events }) => position >= since && position < before && events.length > 0)
    .sort((one, other) => (one.position < other.position ? 1 : -1));
  const page = entries.slice(0, pageSize);
  const last = entries.length > pageSize ? page.at(-1) : undefined;
  return {
    events: page.flatMap(withIds),
    ...(last && { nextCursor: Buffer.from(last.position).toString("base64url") }),
  };
}

/** One more than a page, and one that the range may have had on the page before. */
async function recordedEntries(sub: string, since: string, before: string): Promise<Entry[]> {
  const rows = await readActivities(sub, since, before, pageSize + 2);
  return rows.map((row) => {
    const { sk: position, kind, ip, browser, version } = row;
    return { position, events: [{ at: timeOf(row), kind, ip, browser, version }] };
  });
}

async function auditedEntries(sub: string): Promise<Entry[]> {
  const rows = await readAuditRows(sub);
  return rows.map((row) => ({
    position: `${row.at}#${row.sk}`,
    events: kindsOf(row).map((kind) => ({ at: row.at, kind })),
  }));
}
