const day = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
const time = new Intl.DateTimeFormat("ja-JP", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Asia/Tokyo",
});
const month = new Intl.DateTimeFormat("ja-JP", { year: "numeric", month: "long", timeZone: "UTC" });

/** ISO 8601 to `2026年11月20日`, the day it was in Japan; `undefined` for no date, or for anything that is none. */
export function formatDay(isoDate: string | null | undefined): string | undefined {
  const instant = new Date(isoDate ?? "");
  return Number.isNaN(instant.getTime()) ? undefined : day.format(instant);
}

/** The last day before that time: what ends at 0:00 was there until the day before. */
export function formatLastDay(endsAt: string | null | undefined): string | undefined {
  const end = Date.parse(endsAt ?? "");
  return Number.isNaN(end) ? undefined : day.format(end - 1);
}

/** ISO 8601 to `2026年11月20日 16:05`, the time it was in Japan. */
export const formatTime = (isoTime: string): string => time.format(new Date(isoTime));

/** `2029-12` to `2029年12月`. */
export const formatMonth = (isoMonth: string): string => month.format(new Date(isoMonth));
