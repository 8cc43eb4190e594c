import { vi } from "vitest";

/** From here to the end of the test the time limits of calls and requests stand still, but for the time that the test lets pass. */
export function stopTimeLimits() {
  let now = 0;
  const limits: { endsAt: number; controller: AbortController }[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const controller = new AbortController();
    limits.push({ endsAt: now + milliseconds, controller });
    return controller.signal;
  });
  return {
    pass(milliseconds: number): void {
      now += milliseconds;
      for (const { endsAt, controller } of limits)
        if (endsAt <= now) controller.abort(new DOMException("The time is over", "TimeoutError"));
    },
  };
}
