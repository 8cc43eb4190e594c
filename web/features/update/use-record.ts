import { useCallback, useEffect, useState } from "react";
import type { UserRecord } from "../../../shared/customer.ts";
import { ApiError } from "../../lib/api-client.ts";
import { loadCustomer } from "../../lib/customer.ts";
import { reasonFor, useFailureRedirect } from "../../lib/failure.ts";
import { session } from "../../lib/session.ts";

/** `nobody`: the account has no record, because its sign-up was never finished. */
export type Loading = { state: "loading" | "nobody" } | { state: "failed"; reason: string | undefined };

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/**
 * The customer's record, for a screen that says itself when it cannot be loaded: on /update that sentence (specification
 * sections 2 and 8) takes the place of the general way to /error, so nothing typed is lost. 401 goes to /signin.
 */
export function useRecord() {
  const redirect = useFailureRedirect();
  const [record, setRecord] = useState<UserRecord>();
  const [loading, setLoading] = useState<Loading>({ state: "loading" });

  /** Resolves to the newest record, which the screen then shows. Throws as `callApi` does. */
  const reload = useCallback(async (): Promise<UserRecord | undefined> => {
    const newest = await loadCustomer(session.read("loginId") ?? "");
    setRecord(newest);
    if (!newest) setLoading({ state: "nobody" });
    return newest;
  }, []);

  const load = useCallback(async (): Promise<void> => {
    setLoading({ state: "loading" });
    try {
      await reload();
    } catch (error) {
      if (isSignedOut(error)) redirect(error);
      else setLoading({ state: "failed", reason: reasonFor(error) });
    }
  }, [reload, redirect]);

  useEffect(() => void load(), [load]);
  return { record, loading, load, reload };
}
