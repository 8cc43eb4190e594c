const day = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
const time = new Intl.DateTimeFormat("ja-JP", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Asia/Tokyo",
});
const month = new Intl.DateTimeFormat("ja-JP", { year: "numeric", month: "long", timeZone: "UTC" });

/** Formats an ISO 8601 time as `2026年11月20日`, the day in Japan. `undefined` without a valid time. */
export function formatDay(isoDate: string | null | undefined): string | undefined {
  const instant = new Date(isoDate ?? "");
  return Number.isNaN(instant.getTime()) ? undefined : day.format(instant);
}

/** Formats the last day before a time: a period that ends at 0:00 ends on the day before. */
export function formatLastDay(endsAt: string | null | undefined): string | undefined {
  const end = Date.parse(endsAt ?? "");
  return Number.isNaN(end) ? undefined : day.format(end - 1);
}

/** Formats an ISO 8601 time as `2026年11月20日 16:05`, the time in Japan. */
export const formatTime = (isoTime: string): string => time.format(new Date(isoTime));

/** Formats `2029-12` as `2029年12月`. */
export const formatMonth = (isoMonth: string): string => month.format(new Date(isoMonth));
