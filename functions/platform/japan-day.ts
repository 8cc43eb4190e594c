// Swedish dates are ISO 8601's.
const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "Asia/Tokyo" });

/** The day in Japan: `2026-11-23`, from 15:00 UTC of the day before on. */
export const japanDay = (at: Date): string => format.format(at);
