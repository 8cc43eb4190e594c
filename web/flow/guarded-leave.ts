/** Goes on with `leave`, at once or after the person agreed to lose what is not saved. */
type GuardedLeave = (leave: () => void) => void;

const atOnce: GuardedLeave = (leave) => leave();
let guard = atOnce;

/** For a screen with something to lose: `next` is asked from now on. The header stands around the screen, so no context reaches it. */
export function guardLeaves(next: GuardedLeave): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = atOnce;
  };
}

/** For what leads away but is no move of the router's: signing out, another site's page. */
export const guardedLeave: GuardedLeave = (leave) => guard(leave);
