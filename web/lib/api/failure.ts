/** Where a failed call takes a person: specification section 8. */
import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type NavigationState, returnablePath } from "#web/routes/navigation-state.ts";
import { type Path, paths } from "#web/routes/paths.ts";
import { draftPath } from "../drafts/drafts.ts";
import { endSession, isSessionEnding } from "../end-session.ts";
import { IdentityError } from "../identity/provider.ts";
import { ApiError } from "./api-error.ts";
import { ConnectionError, connectionMessages } from "./connection-error.ts";

/** The sentence that a person may read about this failure, if there is one better than the general text. */
export function reasonFor(error: unknown): string | undefined {
  if (error instanceof ApiError || error instanceof ConnectionError) return error.message;
  if (!(error instanceof IdentityError)) return undefined;
  return error.connectionReason ? connectionMessages[error.connectionReason] : error.refusal;
}

export const isSignedOut = (error: unknown): boolean =>
  (error instanceof ApiError && error.status === 401) ||
  (error instanceof IdentityError && error.code === "UserUnAuthenticatedException");

const expired = "ログインの有効期限が切れました。もう一度ログインしてください。";
const inputKept = "入力した内容は保存されています。";

/** Brings the person back here after signing in. */
function signInState(pathname: string): NavigationState {
  const from = returnablePath(pathname);
  const notice = draftPath(pathname) === pathname ? `${expired}${inputKept}` : expired;
  return { notice, ...(from && { from }) };
}

const expiry = (pathname: string) => ({
  to: paths.signIn,
  replace: true,
  state: signInState(pathname),
  keepsDrafts: true,
});

/** `resume`: leads back to what was typed, if anything was. */
function errorState(error: unknown, resume?: Path): NavigationState {
  const reason = reasonFor(error);
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return { ...(reason && { reason }), ...(resume && { resume }), ...(requestId && { requestId }) };
}

/** Whoever is signed out goes to /signin, anything else goes to /error. */
export function useFailureRedirect(): (error: unknown) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    (error: unknown) => {
      if (isSessionEnding()) return;
      if (isSignedOut(error)) void endSession(navigate, expiry(pathname));
      else navigate(paths.error, { state: errorState(error, draftPath(pathname)) });
    },
    [navigate, pathname],
  );
}

/** For what fails without taking the person away: only whoever is signed out goes to /signin. */
export function useSignedOutRedirect(error: unknown): void {
  const redirect = useFailureRedirect();
  useEffect(() => {
    if (isSignedOut(error)) redirect(error);
  }, [error, redirect]);
}

/** The user call goes further: anything but a 401 also clears session storage. */
export function useUserCallFailure(): (error: unknown) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    (error: unknown) =>
      void endSession(
        navigate,
        isSignedOut(error) ? expiry(pathname) : { to: paths.error, state: errorState(error) },
      ),
    [navigate, pathname],
  );
}
