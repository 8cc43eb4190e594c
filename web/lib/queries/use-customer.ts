import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { UserRecord } from "#shared/customer/customer.ts";
import { paths } from "#shared/site/paths.ts";
import type { FailureAction } from "../api/query-client.ts";
import { session } from "../session/session.ts";
import { customerQuery } from "./customer.ts";

/**
 * The query behind every screen that shows the record. `isFresh`: what it holds was loaded for this screen. `error`: why
 * this screen's call failed, which each tells in its own way.
 */
export function useCustomerQuery(refetchOnMount: boolean | "always", failure: FailureAction = "stay") {
  const [loginId] = useState(() => session.read("loginId") ?? "");
  const [since] = useState(Date.now);
  const query = useQuery({ ...customerQuery(loginId), refetchOnMount, meta: { failure: () => failure } });
  return {
    data: query.data,
    error: query.errorUpdatedAt >= since ? query.error : null,
    isFresh: query.dataUpdatedAt >= since,
    isFetching: query.isFetching,
    isStale: query.isStale,
    refetch: query.refetch,
  };
}

/** An account without a profile goes back into the sign-up wizard. */
function useSignUpWithoutProfile(record: UserRecord | null | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (record === null) navigate(paths.signUp, { replace: true });
  }, [record, navigate]);
}

/**
 * The signed-in customer's record once the user call has ended, not before (specification section 4, menu loading);
 * `reload` asks again. A failure goes where specification section 8 says.
 */
export function useCustomer(): { customer: UserRecord | undefined; reload: () => void } {
  const { data, isFresh, isStale, refetch } = useCustomerQuery(true, "end-session");
  const [mayShowCached] = useState(!isStale);
  const record = isFresh || mayShowCached ? data : undefined;
  useSignUpWithoutProfile(record);
  return { customer: record ?? undefined, reload: () => void refetch() };
}

/**
 * The signed-in customer's record, for a screen that works without it as well: a failure leaves it out.
 * Signed-out visitors go to /signin.
 */
export function useRegistered(): UserRecord | undefined {
  const { data } = useCustomerQuery(true);
  useSignUpWithoutProfile(data);
  return data ?? undefined;
}
