const units = ["B", "kB", "MB", "GB"] as const;
const number = new Intl.NumberFormat("ja-JP", { maximumFractionDigits: 1 });
const date = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });

/** Bytes to `12.3 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${number.format(bytes / 1000 ** power)} ${units[power]}`;
}

/** ISO 8601 to `2026年11月20日`, the day it was in Japan; `undefined` for anything that is not a date. */
export function formatDay(isoDate: string): string | undefined {
  const instant = new Date(isoDate);
  return Number.isNaN(instant.getTime()) ? undefined : date.format(instant);
}
