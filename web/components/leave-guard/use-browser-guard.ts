import { useEffect } from "react";
import type { GuardedLeave } from "./guarded-leave.ts";
import { closeGate } from "./history-gate.ts";

/** Where an entry stands in the tab's history: the router numbers those that it makes. */
function indexOf(state: unknown): number {
  const index = typeof state === "object" && state !== null && "idx" in state ? state.idx : undefined;
  return typeof index === "number" ? index : Number.NaN;
}

/**
 * Goes back to the entry that was left, asks, and repeats the move if it may. `BrowserRouter` has no blocker; it never
 * learns of a move that was taken back.
 */
function guardHistory(ask: GuardedLeave): () => void {
  const here = indexOf(window.history.state);
  let agreed = false;
  return closeGate((event) => {
    const steps = indexOf(event.state) - here;
    if (agreed || Number.isNaN(steps)) return;
    event.stopImmediatePropagation();
    if (steps === 0) return;
    window.history.go(-steps);
    ask(() => {
      agreed = true;
      window.history.go(steps);
    });
  });
}

/** The browser's own question, in its own words. */
function guardDocument(): () => void {
  const guard = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener("beforeunload", guard);
  return () => window.removeEventListener("beforeunload", guard);
}

/** While `isUnsaved`, Back, Forward, a reload and closing the tab do not go through unasked. */
export function useBrowserGuard(isUnsaved: boolean, ask: GuardedLeave): void {
  useEffect(() => (isUnsaved ? guardHistory(ask) : undefined), [isUnsaved, ask]);
  useEffect(() => (isUnsaved ? guardDocument() : undefined), [isUnsaved]);
}
