import { type Resolver, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import { accountRefusal } from "#web/lib/identity/advice.ts";
import { type SignInResult, signIn } from "#web/lib/identity/password/sign-in.ts";
import { IdentityError, prepareIdentity, toFailure } from "#web/lib/identity/provider.ts";
import { type NavigationState, useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { isLoadFailure, preloadScreen } from "#web/lib/net/load-screen.ts";
import { session } from "#web/lib/session/session.ts";
import type { Credentials } from "./loaded-later.ts";

const loadChallengePage = () => import("./sign-in-challenge-page.tsx");
const loadLater = () => import("./loaded-later.ts");

/** Without its rules the form still works: signing in is what says whether the input is right. */
const resolver: Resolver<Credentials, unknown, Credentials> = async (values, context, options) => {
  const later = await loadLater().catch(() => undefined);
  return later ? later.signInResolver(values, context, options) : { values, errors: {} };
};

/** As `usePortalForm`, but the rules are loaded while the person types: /signin is light because of that. */
export const useSignInForm = (loginId = ""): PortalForm<Credentials> =>
  useForm<Credentials, unknown, Credentials>({
    resolver,
    defaultValues: { loginId, password: "" },
    mode: "onSubmit",
    reValidateMode: "onSubmit",
  });

/** Loads the files of the next steps. A failure is shown by the step that needs them. */
export function prepareSignIn(): void {
  prepareIdentity();
  preloadScreen(paths.menu);
  for (const load of [loadLater, loadChallengePage]) load().catch(() => {});
}

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

const advice: Readonly<Record<string, string>> = {
  NotAuthorizedException: checkInput,
  UserNotFoundException: checkInput,
  PasswordResetRequiredException: "「パスワードをお忘れの方」から再設定してください。",
};

export const signInFailureMessage = (error: IdentityError): string =>
  `${failed}${accountRefusal(error) ?? advice[error.code] ?? "時間をおいて、もう一度お試しください。"}`;

interface Refusal {
  message: string;
  /** Another password may help: the field gets the focus. Without an answer it stays on the button, and nothing is lost. */
  shouldFocus: boolean;
}

/** Signs in and moves on. `refuse` gets the sentence of a refusal, for the password field (specification section 8). */
export function useSignIn(refuse: (refusal: Refusal) => void) {
  const navigate = useNavigate();
  const { from } = useNavigationState();

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
      const error = isLoadFailure(cause) ? toFailure(cause) : cause;
      if (error instanceof ConnectionError) refuse({ message: error.message, shouldFocus: false });
      else if (error instanceof IdentityError)
        refuse({ message: signInFailureMessage(error), shouldFocus: true });
      else throw error;
    }
  };

  return { submit, enter };
}
