/** The session of the customer who is signed in to this tab. */
import { rawTabStorage } from "../storage/raw-tab-storage.ts";
import { tabStorage } from "../storage/tab-storage.ts";

/** The keys of session storage that describe the signed-in customer. */
const customerKeys = ["loginId", "idToken", "customerId", "plan", "paymentType"] as const;

const endListeners = new Set<() => void>();

/** The number of sessions that have ended since the page was loaded. */
let endedSessions = 0;

function announceEnd(): void {
  endedSessions += 1;
  for (const listener of endListeners) listener();
}

/** A call's response belongs to a session that has ended. */
export class SessionOverError extends Error {
  override readonly name = "SessionOverError";
}

export const session = {
  /**
   * Ends the session. Clears all of session storage, not only the portal's keys (specification section 2, sign-out).
   */
  end(): void {
    rawTabStorage.clear();
    announceEnd();
  },

  /** Ends the session. Removes the customer's keys from session storage; drafts stay. */
  endKeepingDrafts(): void {
    for (const key of customerKeys) tabStorage.remove(key);
    announceEnd();
  },

  /**
   * Runs calls for the current session. Throws `SessionOverError` if the session has ended when `work`
   * settles, so that no response has an effect in another customer's session. `requireSession` throws the
   * same between two calls of `work`.
   */
  async within<T>(work: (requireSession: () => void) => Promise<T>): Promise<T> {
    const endedBefore = endedSessions;
    const requireSession = (): void => {
      if (endedSessions !== endedBefore) throw new SessionOverError();
    };
    const [outcome] = await Promise.allSettled([work(requireSession)]);
    requireSession();
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  },

  /**
   * Calls `listener` at the end of each session, to discard data about the customer outside of session
   * storage. Returns a function that removes the listener.
   */
  onEnd(listener: () => void): () => void {
    endListeners.add(listener);
    return () => endListeners.delete(listener);
  },
};
