/** Calls `leave` at once, or after the customer has confirmed that unsaved values are lost. */
type GuardedLeave = (leave: () => void) => void;

const atOnce: GuardedLeave = (leave) => leave();
let guard = atOnce;

/**
 * Sets the guard of a screen with unsaved values. Returns a function that removes it. A module, because the
 * header is outside of the screen, so that no context reaches it.
 */
export function guardLeaves(next: GuardedLeave): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = atOnce;
  };
}

/** Leaves the screen other than by the router: signs out, or opens another site. */
export const guardedLeave: GuardedLeave = (leave) => guard(leave);
