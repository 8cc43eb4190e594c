/** The sentence of a failed sign-in under the password field: specification section 8. */

import { useLocation, useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { IdentityError, toIdentityError } from "#web/lib/identity/provider.ts";
import { type SignInResult, signIn } from "#web/lib/identity/sign-in.ts";
import { isLoadFailure } from "#web/lib/load-screen.ts";
import { session } from "#web/lib/session.ts";
import { type NavigationState, readNavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import type { Credentials } from "./loaded-later.ts";
import { loadChallengePage, loadLater } from "./use-sign-in-form.ts";

/** A page in the background draws no frames. */
const longestMilliseconds = 100;

/** Resolves when what React has drawn is on the screen: before long work, which would hold it up. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, longestMilliseconds);
    requestAnimationFrame(() => setTimeout(resolve));
  });

const failed = failureMessages.signInFailed;
const checkInput = "ログインIDとパスワードをご確認ください。";
const waitAWhile = "続けて失敗したため、しばらく待ってからお試しください。";

const advice: Readonly<Record<string, string>> = {
  UserNotFoundException: checkInput,
  TooManyRequestsException: waitAWhile,
  // AWS WAF: too many calls from this IP address.
  ForbiddenException: waitAWhile,
  LimitExceededException: waitAWhile,
  TooManyFailedAttemptsException: waitAWhile,
  PasswordResetRequiredException: "「パスワードをお忘れの方」から再設定してください。",
};

/** Cognito has one name for a wrong password, for a locked account and for a disabled one: only its text differs. */
function adviceOnRefusal(message: string): string {
  if (/attempts exceeded/i.test(message)) return waitAWhile;
  if (/disabled/i.test(message)) return "このアカウントは現在ご利用いただけません。";
  return checkInput;
}

export function signInFailureMessage({ code, message }: IdentityError): string {
  const next =
    code === "NotAuthorizedException"
      ? adviceOnRefusal(message)
      : (advice[code] ?? "少し時間をおいて、もう一度お試しください。");
  return `${failed}${next}`;
}

interface Refusal {
  message: string;
  /** Another password may help: the field gets the focus. Without an answer it stays on the button, and nothing is lost. */
  shouldFocus: boolean;
}

/** Signs in and moves on. `refuse` gets the sentence of a refusal, for the password field (specification section 8). */
export function useSignIn(refuse: (refusal: Refusal) => void) {
  const navigate = useNavigate();
  const { from } = readNavigationState(useLocation().state);

  /** Cognito is content, or asks for more. */
  const enter = async (state: NavigationState = {}): Promise<void> => {
    // The router reports a file that cannot be loaded.
    const page = state.challenge ? undefined : await loadChallengePage().catch(() => undefined);
    const begun = page?.beginSession();
    await navigate(paths.signInChallenge, { state: { ...(from && { from }), ...state } });
    // At once, so that nothing is drawn in between: the menu waits for the record itself.
    if (!from && (await begun?.catch(() => undefined)) && page?.isStillOpening())
      await navigate(paths.menu, { replace: true });
  };

  const moveOn = async (result: SignInResult, { loginId, password }: Credentials): Promise<void> => {
    if (result === "confirm-sign-up") {
      const { resumeConfirmation } = await loadLater();
      resumeConfirmation(loginId, password);
      navigate(paths.signUp);
      return;
    }
    await enter(result === "done" ? {} : { loginId, challenge: result });
  };

  const submit = async (credentials: Credentials): Promise<void> => {
    try {
      // The button shows the press before Amplify's arithmetic, during which nothing is drawn.
      await nextFrame();
      const result = await signIn(credentials.loginId, credentials.password);
      session.write("passkeyOffer", "undecided");
      await moveOn(result, credentials);
    } catch (cause) {
      const error = isLoadFailure(cause) ? toIdentityError(cause) : cause;
      if (!(error instanceof IdentityError)) throw error;
      const message = (error.isConnectionFailure && reasonFor(error)) || signInFailureMessage(error);
      refuse({ message, shouldFocus: !error.isConnectionFailure });
    }
  };

  return { submit, enter };
}
