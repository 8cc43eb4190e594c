import { createContext, useContext } from "react";

/** Goes on with `leave`, at once or after the person agreed to lose what is not saved. */
export type GuardedLeave = (leave: () => void) => void;

export const GuardedLeaveContext = createContext<GuardedLeave>((leave) => leave());

/** For whatever leads away from a screen on which something may be unsaved: the header, a screen's own buttons. */
export const useGuardedLeave = (): GuardedLeave => useContext(GuardedLeaveContext);
