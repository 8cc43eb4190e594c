import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { reasonFor } from "#web/lib/api/failure.ts";
import { failureOf, restartNotice, wrongAnswer } from "#web/lib/identity/answer.ts";
import { type Challenge, trustBrowser } from "#web/lib/identity/challenge.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { answerChallenge, type SignInResult } from "#web/lib/identity/sign-in.ts";
import { type NavigationState, readNavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";

export interface ChallengeProps<K extends Challenge["kind"]> {
  challenge: Extract<Challenge, { kind: K }>;
}

interface Given {
  answer: string;
  /** Goes with a new password. */
  email?: string | undefined;
  /** This browser is to be remembered once the person is signed in. */
  trust?: boolean;
}

const isAskedAgain = (asked: Challenge, result: SignInResult): boolean =>
  asked.kind === "question" &&
  typeof result === "object" &&
  result.kind === "question" &&
  result.text === asked.text;

/**
 * Answers the challenge and moves on. `answer` resolves to the sentence that belongs at the field when the answer was
 * refused; without a connection `connectionFailure` says so; what cannot go on begins again at /signin.
 */
export function useAnswer(asked: Challenge) {
  const navigate = useNavigate();
  const { from, loginId } = readNavigationState(useLocation().state);
  const [connectionFailure, setConnectionFailure] = useState<string>();
  const wrongAnswers = useRef(0);
  const origin: NavigationState = { ...(from && { from }) };
  const person: NavigationState = { ...origin, ...(loginId !== undefined && { loginId }) };

  const restart = (notice?: string): void => {
    const state: NavigationState = { ...person, ...(notice !== undefined && { notice }) };
    navigate(paths.signIn, { replace: true, state });
  };
  const moveOn = async (result: SignInResult, trust: boolean): Promise<void> => {
    if (result === "confirm-sign-up") return restart(restartNotice);
    if (result === "done" && trust) await trustBrowser();
    const state: NavigationState = result === "done" ? origin : { ...person, challenge: result };
    navigate(paths.signInChallenge, { replace: true, state });
  };
  const fail = (error: unknown): string | undefined => {
    if (!(error instanceof IdentityError)) throw error;
    if (error.isConnectionFailure) {
      setConnectionFailure(reasonFor(error));
      return undefined;
    }
    const { refusal, restart: notice } = failureOf(error, asked, wrongAnswers.current);
    wrongAnswers.current += 1;
    if (notice !== undefined) restart(notice);
    return refusal;
  };

  const answer = async ({ answer, email, trust = false }: Given): Promise<string | undefined> => {
    setConnectionFailure(undefined);
    try {
      const result = await answerChallenge(answer, email);
      if (isAskedAgain(asked, result)) return wrongAnswer;
      await moveOn(result, trust);
      return undefined;
    } catch (error) {
      return fail(error);
    }
  };

  return { loginId: loginId ?? "", connectionFailure, answer, restart };
}
