/** Days and times in Japan's time zone. */
import { japanOffsetMs } from "#shared/durations.ts";

/** DynamoDB's time to live counts in seconds. */
export const epochSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

const timeZone = "Asia/Tokyo";

/** `2026-11-23`: Swedish dates are ISO 8601's. */
export const japanDay = (at: string | number | Date = Date.now()): string =>
  new Date(at).toLocaleDateString("sv-SE", { dateStyle: "short", timeZone });

/** Returns the last millisecond of that day, in milliseconds since the epoch. */
export const endOfJapanDay = (at: string | number): number =>
  Date.parse(`${japanDay(at)}T23:59:59.999+09:00`);

/** `2026年11月23日` */
export const japaneseDay = (at: string | number): string =>
  new Date(at).toLocaleDateString("ja-JP", { dateStyle: "long", timeZone });

/** The last day before `endsAt`: of an end at 0:00, the previous day. */
export const japaneseLastDay = (endsAt: string): string => japaneseDay(Date.parse(endsAt) - 1);

/** `2026-12` to `2026年12月` */
export const japaneseMonth = (isoMonth: string): string => {
  const [year, month] = isoMonth.split("-").map(Number);
  return `${year}年${month}月`;
};

/**
 * Returns when the month begins that is `monthsLater` after `isoMonth` (`2026-12`), in milliseconds since the
 * epoch.
 */
export function monthBegin(isoMonth: string, monthsLater: number): number {
  const [year = 0, month = 0] = isoMonth.split("-").map(Number);
  return Date.UTC(year, month - 1 + monthsLater) - japanOffsetMs;
}

/** `2026年11月22日 18:05（日本時間）` */
export const japanTime = (at: string): string =>
  `${new Date(at).toLocaleString("ja-JP", { dateStyle: "long", timeStyle: "short", timeZone })}（日本時間）`;
