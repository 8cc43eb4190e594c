/** In milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Of Japan's time from UTC, the whole year. */
export const japanOffsetMs = 9 * hourMs;
