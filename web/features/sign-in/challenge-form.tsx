import { type ReactNode, useRef, useState } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { paths } from "#shared/site/paths.ts";
import { StepForm } from "#web/flow/step-form.tsx";
import { type PortalForm, useAnswerField } from "#web/forms/use-portal-form.ts";
import { failureOf, restartMessage, wrongAnswer } from "#web/lib/identity/challenges/answer.ts";
import { type Challenge, trustBrowser } from "#web/lib/identity/challenges/challenge.ts";
import { answerChallenge, type SignInResult } from "#web/lib/identity/password/sign-in.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { type NavigationState, useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";

export interface ChallengeProps<K extends Challenge["kind"]> {
  challenge: Extract<Challenge, { kind: K }>;
}

interface ChallengeAnswer {
  answer: string;
  /** Sent with a new password. */
  email?: string | undefined;
  /** Trust this browser after the sign-in. */
  trust?: boolean;
}

const isAskedAgain = (asked: Challenge, result: SignInResult): boolean =>
  asked.kind === "question" &&
  typeof result === "object" &&
  result.kind === "question" &&
  result.text === asked.text;

/**
 * Returns the call that answers a challenge and continues. `answer` resolves to the message at the field of a
 * refused answer. `connectionFailure` is the message of a connection error. A challenge that cannot continue
 * starts again at /signin.
 */
export function useAnswer(challenge: Challenge) {
  const navigate = useNavigate();
  const { from, loginId } = useNavigationState();
  const [connectionFailure, setConnectionFailure] = useState<string>();
  const wrongAnswers = useRef(0);
  const origin: NavigationState = { ...(from && { from }) };
  const person: NavigationState = { ...origin, ...(loginId !== undefined && { loginId }) };

  const restart = (message?: string): void => {
    const state: NavigationState = { ...person, ...(message !== undefined && { message }) };
    navigate(paths.signIn, { replace: true, state });
  };
  const moveOn = async (result: SignInResult, trust: boolean): Promise<void> => {
    if (result === "confirm-sign-up") return restart(restartMessage);
    if (result === "done" && trust) await trustBrowser();
    const state: NavigationState = result === "done" ? origin : { ...person, challenge: result };
    navigate(paths.signInChallenge, { replace: true, state });
  };
  const fail = (error: unknown): string | undefined => {
    if (error instanceof ConnectionError) {
      setConnectionFailure(error.message);
      return undefined;
    }
    if (!(error instanceof IdentityError)) throw error;
    const { refusal, restart: message } = failureOf(error, challenge, wrongAnswers.current);
    wrongAnswers.current += 1;
    if (message !== undefined) restart(message);
    return refusal;
  };

  const answer = async ({ answer, email, trust = false }: ChallengeAnswer): Promise<string | undefined> => {
    setConnectionFailure(undefined);
    try {
      const result = await answerChallenge(answer, email);
      if (isAskedAgain(challenge, result)) return wrongAnswer;
      await moveOn(result, trust);
      return undefined;
    } catch (error) {
      return fail(error);
    }
  };

  return { loginId: loginId ?? "", connectionFailure, answer, restart };
}

interface ChallengeFormProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  /** The field that shows the message of a refused answer and is focused then. */
  field: FieldPath<Input>;
  /** Does not focus the field at first, because the customer must read a text. */
  readFirst?: boolean;
  /** Resolves to the message of a refused answer. */
  onAnswer: (values: Output) => Promise<string | undefined>;
  submitLabel: string;
  answering: ReturnType<typeof useAnswer>;
  children: ReactNode;
  footer?: ReactNode;
}

/** The form of a challenge: its fields, its button, and the button back to /signin. */
export function ChallengeForm<Input extends FieldValues, Output>(props: ChallengeFormProps<Input, Output>) {
  const { form, field, readFirst = false, onAnswer, submitLabel, answering, children, footer } = props;
  const submit = useAnswerField(form, field, onAnswer, readFirst);
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      enterKeyHint="go"
      submitLabel={submitLabel}
      onBack={() => answering.restart()}
      backLabel="ログイン画面に戻る"
      connectionFailure={answering.connectionFailure}
      footer={footer}
    >
      {children}
    </StepForm>
  );
}
