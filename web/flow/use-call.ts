/** The targets of failed calls (specification section 8), decided once for every query and mutation. */
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

/** Brings the person back here after signing in. */
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

/** `resume`: leads back to what was typed, if anything was. */
function errorState(error: unknown, resume?: Path): NavigationState {
  const reason = reasonFor(error);
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return { ...(reason && { reason }), ...(resume && { resume }), ...(requestId && { requestId }) };
}

/** Takes the person to /signin or /error; both ends of the session clear what they have to. */
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

interface CallOptions<Result, Variables> {
  /** Calls of the same name do not run side by side, e.g. of two rows of a list. By default each component has its own. */
  name?: string;
  /** The first sentence of a failure: with it every failure is shown on this screen. */
  complaint?: string;
  /** Otherwise: failures that are shown on this screen, besides a missing connection. The others lead to /error. */
  isShownHere?: (error: unknown) => boolean;
  /** The sentence for a failure that is shown here. */
  sentence?: (error: unknown, variables: Variables | undefined) => string | undefined;
  onSuccess?: (result: Result) => unknown;
  onError?: (error: unknown) => unknown;
  /** Also after a failure: the answer alone may have been lost. */
  onSettled?: () => unknown;
}

/**
 * A call that a press or a form begins, once at a time; the focus stays where it was. `call` never rejects, and resolves to
 * `undefined` without a result: a failure that the customer can correct here is `failure`, any other one leads to /error.
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
    // Known at once: a second press may come before a button is drawn as busy.
    isUnderWay(mutationKey) ? undefined : mutateAsync(given).catch(() => undefined);
  return {
    call,
    isPending,
    /** Of the button that calls with these variables: it is busy, or it waits for the call of another one. */
    buttonProps: (own: Variables) => ({
      loading: isPending && variables === own,
      disabled: isPending && variables !== own,
      onClick: () => void call(own),
    }),
    /** The variables of the call that is under way. */
    pending: isPending ? variables : undefined,
    /** Of the last call, unless another one began. */
    data,
    error,
    failure: error !== null && !isSignedOut(error) && isShown(error) ? say(error, variables) : undefined,
  };
}
