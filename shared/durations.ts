/** Durations in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Offset of Japan's time from UTC, without daylight saving time. */
export const japanOffsetMs = 9 * hourMs;
