/** Months of a quote: numbers of year and month, e.g. 202612. */
import { japanOffsetMs } from "./durations.ts";

const monthFrom = (year: number, index: number): number => {
  const date = new Date(Date.UTC(year, index));
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
};

/** Returns the month of that time in Japan, and the next twelve. `now` in milliseconds since the epoch. */
export function offeredMonths(now: number): number[] {
  const today = new Date(now + japanOffsetMs);
  return Array.from({ length: 13 }, (_, index) =>
    monthFrom(today.getUTCFullYear(), today.getUTCMonth() + index),
  );
}

/** Returns the last of `months` months, beginning with `first`. */
export const lastOf = (first: number, months: number): number =>
  monthFrom(Math.floor(first / 100), (first % 100) + months - 2);

/** `2026年12月` */
export const monthText = (month: number): string => `${Math.floor(month / 100)}年${month % 100}月`;
