/** Pauses between two questions to Vonage, in milliseconds: the functions ask for them, and they pass at once. */
import type * as deadline from "#functions/runtime/deadline.ts";

export const pauses: number[] = [];

/** For `vi.mock("functions/runtime/deadline.ts")`. */
export const withShortPauses = (real: typeof deadline): typeof deadline => ({
  ...real,
  sleepUntilDeadline(milliseconds) {
    pauses.push(milliseconds);
    return real.sleepUntilDeadline(Math.min(milliseconds, 20));
  },
});
