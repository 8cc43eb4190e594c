import type { Price } from "../objects/stored.ts";

/** One billing interval later, in seconds; the 31st becomes a shorter month's last day. */
export function endOfPeriod(start: number, { recurring }: Price): number {
  const count = recurring?.interval_count ?? 1;
  const months = recurring?.interval === "year" ? 12 * count : count;
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}
