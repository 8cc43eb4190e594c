import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { reasonFor } from "../../lib/api/failure.ts";
import { IdentityError } from "../../lib/identity/provider.ts";
import { type SignInResult, signIn } from "../../lib/identity/sign-in.ts";
import { session } from "../../lib/session.ts";
import { type NavigationState, readNavigationState } from "../../routes/navigation-state.ts";
import { paths } from "../../routes/paths.ts";
import { signInFailureMessage } from "./sign-in-failure.ts";
import type { Credentials } from "./sign-in-rules.ts";

/** Signs in and moves on. `refuse` is told why not; without an answer `connectionFailure` says so and nothing is lost. */
export function useSignIn(refuse: (message: string) => void) {
  const navigate = useNavigate();
  const { from } = readNavigationState(useLocation().state);
  const [connectionFailure, setConnectionFailure] = useState<string>();

  /** Cognito is content, or asks for more. */
  const enter = (state: NavigationState = {}): void => {
    navigate(paths.signInChallenge, { state: { ...(from && { from }), ...state } });
  };

  const moveOn = async (result: SignInResult, { loginId, password }: Credentials): Promise<void> => {
    if (result === "confirm-sign-up") {
      const { resumeConfirmation } = await import("./resume-confirmation.ts");
      resumeConfirmation(loginId, password);
      navigate(paths.signUp);
      return;
    }
    enter(result === "done" ? {} : { loginId, challenge: result });
  };

  const submit = async (credentials: Credentials): Promise<void> => {
    setConnectionFailure(undefined);
    try {
      const result = await signIn(credentials.loginId, credentials.password);
      session.write("passkeyOffer", "undecided");
      await moveOn(result, credentials);
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      if (error.isConnectionFailure) setConnectionFailure(reasonFor(error));
      else refuse(signInFailureMessage(error));
    }
  };

  return { connectionFailure, submit, enter };
}
