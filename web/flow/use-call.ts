/** Decides where failed calls lead (specification section 8), for every query and mutation. */
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useId } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { type Location, useLocation, useNavigate } from "react-router-dom";
import { type Path, paths } from "#shared/site/paths.ts";
import { useKeptFocus } from "#web/forms/form.tsx";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { failureSentence, isSessionOver, isSignedOut, reasonFor } from "#web/lib/api/failure.ts";
import { type FailureAction, isUnderWay, onFailedCall } from "#web/lib/api/query-client.ts";
import { endSession, isSessionEnding } from "#web/lib/navigation/end-session.ts";
import { type NavigationState, returnableAddress } from "#web/lib/navigation/navigation-state.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { draftPath } from "./draft.ts";

const expired = "ログインの有効期限が切れました。もう一度ログインしてください。";
const inputKept = "入力した内容は保存されています。";

/** Returns the state that leads back here after the sign-in. */
function signInState(address: Location): NavigationState {
  const { pathname } = address;
  const from = returnableAddress(address);
  const message = draftPath(pathname) === pathname ? `${expired}${inputKept}` : expired;
  return { message, ...(from && { from }) };
}

const expiry = (address: Location) => ({
  to: paths.signIn,
  replace: true,
  state: signInState(address),
  keepsDrafts: true,
});

/** `resume`: the screen with a draft. */
function errorState(error: unknown, resume?: Path): NavigationState {
  const reason = reasonFor(error);
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return { ...(reason && { reason }), ...(resume && { resume }), ...(requestId && { requestId }) };
}

/** Returns a function that navigates after a failed call. */
function useFollowFailure(): (error: unknown, action: FailureAction | "sign-in") => void {
  const navigate = useNavigate();
  const address = useLocation();
  return useCallback(
    (error, action) => {
      if (isSessionEnding() || isSessionOver(error)) return;
      if (typeof action === "object") navigate(action.to, action);
      if (action === "sign-in") void endSession(navigate, expiry(address));
      if (action === "end-session") void endSession(navigate, { to: paths.error, state: errorState(error) });
      if (action === "error-page")
        navigate(paths.error, { state: errorState(error, draftPath(address.pathname)) });
    },
    [navigate, address],
  );
}

/** Navigates after failed calls of the screens inside. For a layout. */
export function useFailedCalls(): void {
  const follow = useFollowFailure();
  useEffect(() => onFailedCall(follow), [follow]);
}

/**
 * Returns a function that handles the error of the user call during the sign-in, which is no query and no
 * mutation: any error ends the session.
 */
export function useUserCallFailure(): (error: unknown) => void {
  const follow = useFollowFailure();
  return useCallback(
    (error: unknown) => follow(error, isSignedOut(error) ? "sign-in" : "end-session"),
    [follow],
  );
}

/**
 * Shows the API's messages at their fields and focuses the first. `fieldOf`: the form's name of a request's
 * field, if the form has it. Returns whether a message was shown.
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

interface CallOptions<Result, Variables> {
  /**
   * Calls with the same name do not run at the same time, such as those of a list's rows. Default: a name for
   * the component.
   */
  name?: string;
  /** The first sentence of a failure's message. With it, every failure is shown on this screen. */
  complaint?: string;
  /** The failures that are shown on this screen, besides connection errors. Other failures lead to /error. */
  isShownHere?: (error: unknown) => boolean;
  /** Returns the message of a failure that is shown on this screen. */
  sentence?: (error: unknown, variables: Variables | undefined) => string | undefined;
  onSuccess?: (result: Result) => unknown;
  onError?: (error: unknown) => unknown;
  /** Also called after a failure, because the response may have been lost. */
  onSettled?: () => unknown;
}

/**
 * Returns a call for a button or a form. It runs once at a time, and the focus stays. `call` never rejects;
 * it resolves to `undefined` without a result. `failure` is the message of a failure that is shown on this
 * screen; other failures lead to /error.
 */
export function useCall<Result, Variables = void>(
  run: (variables: Variables) => Promise<Result>,
  { name, complaint, isShownHere, sentence, ...listeners }: CallOptions<Result, Variables> = {},
) {
  const id = useId();
  const mutationKey = [name ?? id];
  const isShown = (error: unknown): boolean =>
    error instanceof ConnectionError || (isShownHere?.(error) ?? complaint !== undefined);
  const say =
    sentence ??
    ((error: unknown) => (complaint === undefined ? reasonFor(error) : failureSentence(error, complaint)));
  const { mutateAsync, isPending, variables, data, error } = useMutation({
    mutationKey,
    mutationFn: run,
    ...listeners,
    meta: { failure: (failed) => (isShown(failed) ? "stay" : "error-page") },
  });
  useKeptFocus(isPending);
  const call = async (given: Variables): Promise<Result | undefined> =>
    // Checked before React renders the button as busy, so that a second press is ignored.
    isUnderWay(mutationKey) ? undefined : mutateAsync(given).catch(() => undefined);
  return {
    call,
    isPending,
    /**
     * The props of the button that calls with these variables: loading during its call, disabled during
     * another button's.
     */
    buttonProps: (own: Variables) => ({
      loading: isPending && variables === own,
      disabled: isPending && variables !== own,
      onClick: () => void call(own),
    }),
    /** The variables of the running call. */
    pending: isPending ? variables : undefined,
    /** The data of the last call, until another call starts. */
    data,
    error,
    failure: error !== null && !isSignedOut(error) && isShown(error) ? say(error, variables) : undefined,
  };
}
