import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { UserRecord } from "#shared/customer/customer.ts";
import { paths } from "#shared/site/paths.ts";
import type { FailureAction } from "../api/query-client.ts";
import { useLoginId } from "../session/use-login-id.ts";
import { profileQuery } from "./profile.ts";

/**
 * Returns the profile's query. `isFresh`: the data was loaded for this screen. `error`: the error of this
 * screen's call, which the screen shows.
 */
export function useProfileQuery(refetchOnMount: boolean | "always", failure: FailureAction = "stay") {
  const loginId = useLoginId();
  const [since] = useState(Date.now);
  const query = useQuery({ ...profileQuery(loginId), refetchOnMount, meta: { failure: () => failure } });
  return {
    data: query.data,
    error: query.errorUpdatedAt >= since ? query.error : null,
    isFresh: query.dataUpdatedAt >= since,
    isFetching: query.isFetching,
    isStale: query.isStale,
    refetch: query.refetch,
  };
}

/** Redirects an account without a profile to the sign-up wizard. */
function useSignUpWithoutProfile(profile: UserRecord | null | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (profile === null) navigate(paths.signUp, { replace: true });
  }, [profile, navigate]);
}

/**
 * Returns the signed-in customer's profile once the call has ended (specification section 4, menu loading).
 * `reload` calls again. An error is handled as specification section 8 says.
 */
export function useProfile(): { profile: UserRecord | undefined; reload: () => void } {
  const { data, isFresh, isStale, refetch } = useProfileQuery(true, "end-session");
  const [mayShowCached] = useState(!isStale);
  const profile = isFresh || mayShowCached ? data : undefined;
  useSignUpWithoutProfile(profile);
  return { profile: profile ?? undefined, reload: () => void refetch() };
}

/**
 * Returns the signed-in customer's profile, for a screen that works without it: after an error it is
 * `undefined`. Signed-out visitors are redirected to /signin.
 */
export function useOptionalProfile(): UserRecord | undefined {
  const { data } = useProfileQuery(true);
  useSignUpWithoutProfile(data);
  return data ?? undefined;
}
