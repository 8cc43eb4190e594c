// Swedish dates are ISO 8601's.
const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "Asia/Tokyo" });

/** The day in Japan: `2026-11-23`, from 15:00 UTC of the day before on. */
export const japanDay = (at: Date): string => format.format(at);

/** `2026年11月23日` of Japan, from ISO 8601 or milliseconds since the epoch. */
export const japaneseDay = (at: string | number): string =>
  new Date(at).toLocaleDateString("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
