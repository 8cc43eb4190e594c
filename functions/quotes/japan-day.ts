const long = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });

/** `2026年11月23日` */
export const japaneseDay = (at: string): string => long.format(new Date(at));
