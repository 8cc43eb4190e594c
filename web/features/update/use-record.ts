import type { UserRecord } from "#shared/customer/customer.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { useCustomerQuery } from "#web/lib/use-customer.ts";

/** `nobody`: the account has no record, because its sign-up was never finished. */
export type Loading = { state: "loading" | "nobody" } | { state: "failed"; reason: string | undefined };

/**
 * The customer's record, for a screen that says itself when it cannot be loaded: on /update that sentence (specification
 * sections 2 and 8) takes the place of the general way to /error, so nothing typed is lost. 401 goes to /signin.
 */
export function useRecord() {
  const { data, error, isFresh, isFetching, refetch } = useCustomerQuery("always");

  /** Resolves to the newest record, which the screen then shows. Throws as `callApi` does. */
  const reload = async (): Promise<UserRecord | undefined> =>
    (await refetch({ throwOnError: true })).data ?? undefined;

  const record = isFresh ? (data ?? undefined) : undefined;
  const loading: Loading = isFetching
    ? { state: "loading" }
    : error
      ? { state: "failed", reason: reasonFor(error) }
      : { state: "nobody" };
  return { record, loading, load: refetch, reload };
}
