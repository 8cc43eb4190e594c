/** Where a failed call takes a person: specification section 8. */
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type NavigationState, returnablePath } from "../routes/navigation-state.ts";
import { paths } from "../routes/paths.ts";
import { ApiError } from "./api-error.ts";
import { ConnectionError } from "./connection-error.ts";
import { IdentityError } from "./identity/provider.ts";
import { clearSession } from "./query-client.ts";

/** The sentence that a person may read about this failure, if there is one better than the general text. */
export function reasonFor(error: unknown): string | undefined {
  if (error instanceof ApiError || error instanceof ConnectionError) return error.message;
  if (error instanceof IdentityError && error.isConnectionFailure)
    return new ConnectionError(error.code === "TimeoutError" ? "timeout" : "offline").message;
  return undefined;
}

export const isSignedOut = (error: unknown): boolean =>
  (error instanceof ApiError && error.status === 401) ||
  (error instanceof IdentityError && error.code === "UserUnAuthenticatedException");

/** Whoever is signed out goes to /signin, which brings them back here afterwards; anything else goes to /error. */
export function useFailureRedirect(): (error: unknown) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    (error: unknown) => {
      const from = returnablePath(pathname);
      const reason = reasonFor(error);
      const state: NavigationState = isSignedOut(error)
        ? { ...(from && { from }) }
        : { ...(reason && { reason }) };
      navigate(isSignedOut(error) ? paths.signIn : paths.error, { replace: isSignedOut(error), state });
    },
    [navigate, pathname],
  );
}

/** The user call goes further: anything but a 401 also clears session storage. */
export function useUserCallFailure(): (error: unknown) => void {
  const redirect = useFailureRedirect();
  return useCallback(
    (error: unknown) => {
      if (!isSignedOut(error)) clearSession();
      redirect(error);
    },
    [redirect],
  );
}
