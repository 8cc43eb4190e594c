/** API calls that a test holds inside a service, so that something else happens meanwhile. */
import { EventEmitter, once } from "node:events";

export interface HoldOptions {
  /** Those of every operation when left out. */
  operation?: string;
  /** So many calls go through before. */
  skip?: number;
  /** So many calls are held, and all later ones go through. */
  times?: number;
}

/** When the signal is aborted, all calls go on. */
export function createHolds(signal: AbortSignal) {
  const ended = once(signal, "abort");
  const holds = new Set<(operation: string) => Promise<void> | undefined>();
  return {
    /** Holds these calls from now on. */
    hold({ operation, skip = 0, times = Number.POSITIVE_INFINITY }: HoldOptions = {}) {
      const calls: PromiseWithResolvers<void>[] = [];
      const arrivals = new EventEmitter();
      let seen = 0;
      const take = (name: string): Promise<void> | undefined => {
        if (operation !== undefined && name !== operation) return undefined;
        seen += 1;
        if (seen <= skip || seen > skip + times) return undefined;
        const call = Promise.withResolvers<void>();
        calls.push(call);
        arrivals.emit("call");
        return call.promise;
      };
      const letGo = (): void => {
        for (const { resolve } of calls) resolve();
      };
      holds.add(take);
      return {
        /** Resolves when so many calls in all have been held. */
        async arrived(count = 1): Promise<void> {
          while (calls.length < count) await once(arrivals, "call");
        },
        /** Lets those go on that are held now. */
        letGo,
        /** Ends the hold. */
        release(): void {
          holds.delete(take);
          letGo();
        },
      };
    },
    /** Resolves when no hold is in the way of that call. */
    async pass(operation: string): Promise<void> {
      for (const take of holds) await Promise.race([take(operation), ended]);
    },
  };
}
