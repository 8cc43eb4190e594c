const long = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });

/** `2026年11月23日` */
export const japaneseDay = (at: string): string => long.format(new Date(at));

/** The day in Japan, `2026-11-23`. */
export const toJapanDay = (time: number): string =>
  new Date(time).toLocaleDateString("sv-SE", { timeZone: "Asia/Tokyo" });
