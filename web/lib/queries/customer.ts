import { queryOptions } from "@tanstack/react-query";
import type { UserRecord } from "#shared/customer/customer.ts";
import { type BodyOf, getUser, postUser } from "#shared/endpoints.ts";
import { callApi } from "../api/api-client.ts";
import { queryClient } from "../api/query-client.ts";
import { session } from "../session/session.ts";

/** Long enough for the screen after signing in to take over what signing in has loaded. */
const freshMilliseconds = 5_000;

/** Stores customerId, plan and paymentType of the signed-in customer; nothing when somebody else is by the time of the answer. */
async function loadCustomer(loginId: string): Promise<UserRecord | null> {
  const { results } = await callApi(getUser, { query: { name: loginId } });
  const [record] = results;
  if (session.read("loginId") !== loginId) return record ?? null;
  if (!record) {
    // Another customer may have used this tab.
    for (const key of ["customerId", "plan", "paymentType"] as const) session.remove(key);
    return null;
  }
  session.write("customerId", record.CustomerId);
  session.write("plan", record.Plan);
  session.write("paymentType", record.PaymentType);
  return record;
}

/**
 * `GET /api/user`: the customer's record. `null` when the account has none yet: its sign-up was never finished. Fails as
 * `callApi` does.
 */
export const customerQuery = (loginId: string) =>
  queryOptions({
    queryKey: ["customer", loginId],
    queryFn: () => loadCustomer(loginId),
    staleTime: freshMilliseconds,
  });

/** Loads the record again at once, for the screens that show it. */
export const reloadCustomer = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["customer"] });

/** Loads the record again for the next screen that shows it. */
export const customerChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["customer"], refetchType: "none" });

/** `POST /api/user`. Throws as `callApi` does. */
export async function saveCustomer(body: BodyOf<typeof postUser>): Promise<void> {
  try {
    await callApi(postUser, { body });
  } finally {
    // Also after a failure: the answer alone may have been lost.
    await customerChanged();
  }
}
