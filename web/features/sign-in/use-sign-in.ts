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
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import type { Credentials } from "./loaded-later.ts";

const loadChallengePage = () => import("./sign-in-challenge-page.tsx");
const loadLater = () => import("./loaded-later.ts");

/** If the rules cannot be loaded, Cognito validates the values. */
const resolver: Resolver<Credentials, unknown, Credentials> = async (values, context, options) => {
  const later = await loadLater().catch(() => undefined);
  return later ? later.signInResolver(values, context, options) : { values, errors: {} };
};

/** Returns the form like `usePortalForm`, with rules that are loaded during typing, so that /signin stays small. */
export const useSignInForm = (loginId = ""): PortalForm<Credentials> =>
  useForm<Credentials, unknown, Credentials>({
    resolver,
    defaultValues: { loginId, password: "" },
    mode: "onSubmit",
    reValidateMode: "onSubmit",
  });

/** Starts loading the files of the next steps. A failure is shown by the step that needs them. */
export function prepareSignIn(): void {
  prepareIdentity();
  preloadScreen(paths.menu);
  for (const load of [loadLater, loadChallengePage]) load().catch(() => {});
}

/** Milliseconds to wait at most, because a page in the background renders no frames. */
const longestMilliseconds = 100;

/** Resolves when React's last render is painted. Await it before long work, which would delay the paint. */
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
  /**
   * Focuses the field, because another password may be right. False if no response came: the focus stays on the button.
   */
  shouldFocus: boolean;
}

/**
 * Returns the calls of the sign-in. `refuse` receives the message of a refusal, for the password field
 * (specification section 8).
 */
export function useSignIn(refuse: (refusal: Refusal) => void) {
  const navigate = useNavigate();
  const { from } = useNavigationState();

  /** Continues after the password, at the menu or at the challenge of `state`. */
  const enter = async (state: NavigationState = {}): Promise<void> => {
    // The router shows the error of a file that cannot be loaded.
    const page = state.challenge ? undefined : await loadChallengePage().catch(() => undefined);
    const newSession = page?.startSession();
    await navigate(paths.signInChallenge, { state: { ...(from && { from }), ...state } });
    // Navigates at once, so that no screen is rendered in between. The menu loads the profile itself.
    if (!from && (await newSession?.catch(() => undefined)) && page?.isStillOpening())
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
      // Paint the button's loading state before Amplify's calculation, which blocks rendering.
      await nextFrame();
      const result = await signIn(credentials.loginId, credentials.password);
      tabStorage.write("passkeyOffer", "undecided");
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
