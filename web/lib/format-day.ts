const day = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
const time = new Intl.DateTimeFormat("ja-JP", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Asia/Tokyo",
});
const month = new Intl.DateTimeFormat("ja-JP", { year: "numeric", month: "long", timeZone: "UTC" });

/** ISO 8601 to `2026年11月20日`, the day it was in Japan; `undefined` for anything that is not a date. */
export function formatDay(isoDate: string): string | undefined {
  const instant = new Date(isoDate);
  return Number.isNaN(instant.getTime()) ? undefined : day.format(instant);
}

/** `2026年11月20日 16:05`, the time it was in Japan. */
export const formatTime = (instant: Date): string => time.format(instant);

/** `2029-12` to `2029年12月`. */
export const formatMonth = (isoMonth: string): string => month.format(new Date(isoMonth));
