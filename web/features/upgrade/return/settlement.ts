import { subscription } from "#shared/endpoints.ts";
import { ApiError, callApi } from "#web/lib/api/api-client.ts";

const mostAsks = 16;
/** A server that fails more often than this is told of. */
const mostServerFailures = 3;

/** The provider has not settled the payment yet. */
export const isSettling = (error: unknown): boolean => error instanceof ApiError && error.status === 409;
export const isServerFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.status === 429);

/** For `useMutation`: asks every two seconds until the payment is settled, for at most 30 seconds. */
export function newSettlement() {
  let serverFailures = 0;
  const isCured = (error: unknown): boolean => {
    if (!isServerFailure(error)) return isSettling(error);
    serverFailures += 1;
    return serverFailures < mostServerFailures;
  };
  return {
    mutationFn: async () => (await callApi(subscription, { body: { mode: "card" } })).result,
    /** Asked once about each failure. `failures`: before this one. */
    retry: (failures: number, error: unknown): boolean => isCured(error) && failures + 1 < mostAsks,
    retryDelay: 2_000,
  };
}
