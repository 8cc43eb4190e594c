import { queryOptions } from "@tanstack/react-query";
import type { UserRecord } from "#shared/customer/customer.ts";
import { type BodyOf, getUser, postUser } from "#shared/endpoints.ts";
import { callApi } from "../api/api-client.ts";
import { queryClient } from "../api/query-client.ts";
import { tabStorage } from "../storage/tab-storage.ts";

/** Long enough for the screen after the sign-in to use the data that the sign-in loaded. */
const freshMilliseconds = 5_000;

/** Loads the profile and stores customerId, plan and paymentType, unless another customer has signed in meanwhile. */
async function loadProfile(loginId: string): Promise<UserRecord | null> {
  const { results } = await callApi(getUser, { query: { name: loginId } });
  const [profile] = results;
  if (tabStorage.read("loginId") !== loginId) return profile ?? null;
  if (!profile) {
    // The values may be an earlier customer's.
    for (const key of ["customerId", "plan", "paymentType"] as const) tabStorage.remove(key);
    return null;
  }
  tabStorage.write("customerId", profile.CustomerId);
  tabStorage.write("plan", profile.Plan);
  tabStorage.write("paymentType", profile.PaymentType);
  return profile;
}

/**
 * `GET /api/user`: the customer's profile. `null` if the account has none, because its sign-up is not
 * finished. Fails as `callApi` does.
 */
export const profileQuery = (loginId: string) =>
  queryOptions({
    queryKey: ["profile", loginId],
    queryFn: () => loadProfile(loginId),
    staleTime: freshMilliseconds,
  });

/** Reloads the profile at once, on the screens that show it. */
export const reloadProfile = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["profile"] });

/** Marks the profile as stale, so that the next screen that shows it reloads it. */
export const profileChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["profile"], refetchType: "none" });

/** `POST /api/user`. Throws as `callApi` does. */
export async function saveProfile(body: BodyOf<typeof postUser>): Promise<void> {
  try {
    await callApi(postUser, { body });
  } finally {
    // Also after a failure: the response may have been lost.
    await profileChanged();
  }
}
