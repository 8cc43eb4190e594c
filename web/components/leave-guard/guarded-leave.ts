import { createContext, useContext } from "react";

/** Goes on with `leave`, at once or after the person agreed to lose what is not saved. */
export type GuardedLeave = (leave: () => void) => void;

export const GuardedLeaveContext = createContext<GuardedLeave>((leave) => leave());

/** For what leads away but is no move of the router's: signing out, another site's page. */
export const useGuardedLeave = (): GuardedLeave => useContext(GuardedLeaveContext);
