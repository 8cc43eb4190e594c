/** The targets of failed calls (specification section 8), decided once for every query and mutation. */
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { isConnectionFailure, isSessionOver, isSignedOut, reasonFor } from "#web/lib/api/failure.ts";
import { onFailedCall, type Way } from "#web/lib/api/query-client.ts";
import { endSession, isSessionEnding } from "#web/lib/end-session.ts";
import { type NavigationState, returnablePath } from "#web/routes/navigation-state.ts";
import { type Path, paths } from "#web/routes/paths.ts";
import { draftPath } from "./draft.ts";

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

/** Takes the person to /signin or /error; both ends of the session clear what they have to. */
function useFollowFailure(): (error: unknown, way: Way | "sign-in") => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    (error, way) => {
      if (isSessionEnding() || isSessionOver(error)) return;
      if (way === "sign-in") void endSession(navigate, expiry(pathname));
      if (way === "end-session") void endSession(navigate, { to: paths.error, state: errorState(error) });
      if (way === "error-page") navigate(paths.error, { state: errorState(error, draftPath(pathname)) });
    },
    [navigate, pathname],
  );
}

/** For what surrounds every screen that makes calls. */
export function useFailedCalls(): void {
  const follow = useFollowFailure();
  useEffect(() => onFailedCall(follow), [follow]);
}

/** For a call that is no query and no mutation, and whose failure ends the session: the user call while signing in. */
export function useUserCallFailure(): (error: unknown) => void {
  const follow = useFollowFailure();
  return useCallback(
    (error: unknown) => follow(error, isSignedOut(error) ? "sign-in" : "end-session"),
    [follow],
  );
}

/**
 * Puts the server's sentences at their fields, with the focus on the first. `fieldOf`: the form's name of a field of the request,
 * if the form has it. False if there was no field to put one at.
 */
export function showFieldErrors<Input extends FieldValues, Output>(
  { setError }: PortalForm<Input, Output>,
  error: unknown,
  fieldOf: (name: string) => FieldPath<Input> | undefined,
): boolean {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  const errors = Object.entries(fields).flatMap(([name, message]) => {
    const field = fieldOf(name);
    return field === undefined ? [] : [{ field, message }];
  });
  for (const [index, { field, message }] of errors.entries())
    setError(field, { message }, { shouldFocus: index === 0 });
  return errors.length > 0;
}

interface CallOptions {
  /** Failures that are shown on this screen, besides a missing connection. The others lead to /error. */
  isShownHere?: (error: unknown) => boolean;
  /** The sentence for them. */
  sentence?: (error: unknown) => string | undefined;
  onError?: (error: unknown) => void;
}

/**
 * Submits a form. `call` never rejects: a failure that the customer can correct here is `failure`, any other one leads to /error.
 */
export function useCall<Variables>(
  run: (variables: Variables) => Promise<unknown>,
  { isShownHere = () => false, sentence = reasonFor, onError }: CallOptions = {},
) {
  const isShown = (error: unknown): boolean => isConnectionFailure(error) || isShownHere(error);
  const { mutateAsync, error } = useMutation({
    mutationFn: run,
    ...(onError && { onError }),
    meta: { failure: (failed) => (isShown(failed) ? "stay" : "error-page") },
  });
  return {
    call: (variables: Variables): Promise<void> =>
      mutateAsync(variables).then(
        () => undefined,
        () => undefined,
      ),
    failure: error !== null && !isSignedOut(error) && isShown(error) ? sentence(error) : undefined,
  };
}
