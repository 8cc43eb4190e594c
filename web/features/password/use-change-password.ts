import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { sessions } from "#shared/endpoints.ts";
import { failureMessages, messages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { isSessionOver, reasonFor } from "#web/lib/api/failure.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";
import { changePassword, type SessionState, sessionState } from "#web/lib/identity/password/password.ts";
import { IdentityError, isIdentityError } from "#web/lib/identity/provider.ts";
import { endSession } from "#web/lib/navigation/end-session.ts";
import type { NavigationState } from "#web/lib/navigation/navigation-state.ts";
import { useLoginId } from "#web/lib/session/use-login-id.ts";

/** Specification section 8, verbatim. */
const alerts: Record<Exclude<SessionState, "valid">, string> = {
  none: failureMessages.notSignedIn,
  expired: failureMessages.sessionExpired,
};

function useAskToSignIn(): (why: keyof typeof alerts) => void {
  const navigate = useNavigate();
  return (why) => {
    window.alert(alerts[why]);
    const state: NavigationState = { from: paths.passwordChange };
    void endSession(navigate, { to: paths.signIn, replace: true, state, keepsDrafts: true });
  };
}

/** Returns the login ID. Redirects signed-out visitors to /signin before they fill in the form. */
export function useSignedInUser(): string {
  const loginId = useLoginId();
  const ask = useAskToSignIn();
  const asked = useRef(false);
  useEffect(() => {
    if (loginId !== "" || asked.current) return;
    asked.current = true;
    ask("none");
  });
  return loginId;
}

interface Passwords {
  currentPassword: string;
  newPassword: string;
}

const maybeChanged =
  "パスワードがすでに変更されている場合があります。新しいパスワードでもログインをお試しください。";

const wrongPassword = "現在のパスワードが正しくありません。ご確認のうえ、もう一度お試しください。";
const refusals: Readonly<Record<string, string>> = {
  NotAuthorizedException: wrongPassword,
  // A password with an outer space.
  InvalidParameterException: wrongPassword,
  InvalidPasswordException: messages.passwordComposition,
};

/** Returns the state for /error: the reason, and the path back. */
function stateFor(error: unknown, changing: boolean): NavigationState {
  const callReason = reasonFor(error);
  const cognitoReason =
    error instanceof IdentityError ? (refusals[error.code] ?? identityAdvice(error)) : undefined;
  const reason = callReason === undefined ? cognitoReason : `${callReason}${changing ? maybeChanged : ""}`;
  return { resume: paths.passwordChange, ...(reason !== undefined && { reason }) };
}

/** Whether Cognito responded that the password is unchanged. After a 500 or no response it may have changed. */
const isRefusedByCognito = (error: unknown): boolean =>
  isIdentityError(error, ...Object.keys(refusals), "LimitExceededException", "TooManyRequestsException");

/** Cancels the prepared end of the sessions. After a failure, the sessions end although the password is unchanged. */
async function cancelEnd(id: number | undefined): Promise<void> {
  if (id === undefined) return;
  await callApi(sessions, { body: { operation: "cancel-end", id } }).catch(() => {});
}

/**
 * Returns a function that changes the password and ends all sessions, this one included. A failure leads to
 * /error (specification section 2).
 */
export function useChangePassword(): (passwords: Passwords) => Promise<void> {
  const navigate = useNavigate();
  const ask = useAskToSignIn();
  const changing = useRef(false);
  const { mutateAsync } = useMutation({
    mutationFn: async ({ currentPassword, newPassword }: Passwords): Promise<void> => {
      changing.current = false;
      const state = await sessionState();
      if (state !== "valid") return ask(state);
      const prepared = await callApi(sessions, { body: { operation: "prepare-end" } });
      changing.current = true;
      await changePassword(currentPassword, newPassword).catch(async (error: unknown) => {
        if (isRefusedByCognito(error)) await cancelEnd(prepared.result.id);
        throw error;
      });
      // Without this call, the API ends the sessions later.
      await callApi(sessions, { body: { operation: "end" } }).catch((error: unknown) => {
        if (isSessionOver(error)) throw error;
      });
      const end = { to: paths.passwordChangeComplete, replace: true, state: { completed: true } } as const;
      await endSession(navigate, { ...end, revokes: true });
    },
    meta: { failure: (error) => ({ to: paths.error, state: stateFor(error, changing.current) }) },
  });
  return (passwords) => mutateAsync(passwords).catch(() => {});
}
