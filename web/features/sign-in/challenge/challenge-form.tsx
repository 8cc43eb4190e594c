import { type ReactNode, useEffect } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { StepForm } from "#web/flow/step-form.tsx";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import type { useAnswer } from "./use-answer.ts";

interface ChallengeFormProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  /** Gets the sentence about a refused answer, and the focus with it. */
  field: FieldPath<Input>;
  /** Something has to be read first: the focus is not in the field from the beginning. */
  readFirst?: boolean;
  /** Resolves to that sentence. */
  onAnswer: (values: Output) => Promise<string | undefined>;
  submitLabel: string;
  challenge: ReturnType<typeof useAnswer>;
  children: ReactNode;
  footer?: ReactNode;
}

/** Lays out every challenge: its fields, the submit button, the link back to /signin. */
export function ChallengeForm<Input extends FieldValues, Output>(props: ChallengeFormProps<Input, Output>) {
  const { form, field, readFirst = false, onAnswer, submitLabel, challenge, children, footer } = props;
  const { setFocus } = form;
  useEffect(() => {
    if (!readFirst) setFocus(field);
  }, [readFirst, setFocus, field]);
  const submit = async (values: Output): Promise<void> => {
    const refusal = await onAnswer(values);
    if (refusal !== undefined) form.setError(field, { message: refusal }, { shouldFocus: true });
  };
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      enterKeyHint="go"
      submitLabel={submitLabel}
      onBack={() => challenge.restart()}
      backLabel="ログイン画面に戻る"
      connectionFailure={challenge.connectionFailure}
      footer={footer}
    >
      {children}
    </StepForm>
  );
}
