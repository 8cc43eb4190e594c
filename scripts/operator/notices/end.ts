import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { UsageError } from "../command.ts";

const units: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs };
const longest = 92 * dayMs;

/** `90m`, `2h` or `3d` from now on, or a time of Japan like `2026-11-23 18:00`. */
export function toEnd(text: string, now: Date): Date {
  const end = fromNow(text, now) ?? inJapan(text);
  if (end === undefined || Number.isNaN(end))
    throw new UsageError(`--until is 90m, 2h, 3d or a time of Japan like "2026-11-23 18:00", not ${text}.`);
  if (end <= now.getTime()) throw new UsageError(`${text} is over.`);
  if (end > now.getTime() + longest) throw new UsageError("A notice lasts 92 days at most.");
  return new Date(end);
}

function fromNow(text: string, now: Date): number | undefined {
  const [, count, unit = ""] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : now.getTime() + Number(count) * (units[unit] ?? 0);
}

function inJapan(text: string): number | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/.exec(text) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${time}:00+09:00`);
}
