import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { codeForm } from "#shared/customer/customer.ts";
import { useFailure } from "#web/lib/api/use-failure.ts";
import { CodeField } from "../form/code-field.tsx";
import { usePortalForm } from "../form/use-portal-form.ts";
import { OutcomeSnackbar } from "../outcome-snackbar.tsx";
import { StepForm } from "../wizard/step-form.tsx";
import { ResendCode } from "./resend-code.tsx";
import type { SendAgain } from "./use-resend.ts";

/** Why a code does not count: the sentence at the field, and what to do about it. */
export interface CodeRefusal {
  message: string;
  advice?: string | undefined;
  /** Only another code helps. */
  expired?: boolean;
}

interface CodeEntryProps {
  /** Where the code went, and what stands between that and the word for its arrival: a mail, or an SMS. */
  destination: ReactNode;
  by?: "SMS" | undefined;
  /** Checks the code and goes on. Resolves to why it does not count; throws whatever is not about the code. */
  onCode: (code: string) => Promise<CodeRefusal | undefined>;
  /** Sends another code. */
  onResend: SendAgain;
  /** Said once it is under way. */
  resentMessage?: string | undefined;
  /** Epoch milliseconds of the last code sent; without it a code may be sent at once. */
  sentAt: number | undefined;
  onBack: () => void;
  /** Above the field. */
  introduction?: ReactNode;
  /** A code's life. */
  note?: ReactNode;
  /** What to do when none arrives. */
  help: ReactNode;
}

/** The step in which a code from a mail or an SMS is entered, or sent again. */
export function CodeEntry(props: CodeEntryProps) {
  const { destination, by, onCode, onResend, resentMessage, sentAt, onBack, introduction, note, help } =
    props;
  const form = usePortalForm(codeForm, { code: "" });
  const { connectionFailure, fail, forget } = useFailure();
  const [advice, setAdvice] = useState<string>();
  const submit = async ({ code }: { code: string }): Promise<void> => {
    forget();
    setAdvice(undefined);
    try {
      const refusal = await onCode(code);
      if (!refusal) return;
      form.setError("code", { message: refusal.message }, { shouldFocus: true });
      setAdvice(refusal.advice);
    } catch (error) {
      fail(error);
    }
  };
  const resend: SendAgain = async () => {
    const secondsToWait = await onResend();
    setAdvice(undefined);
    return secondsToWait;
  };
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      submitLabel="認証する"
      onBack={onBack}
      connectionFailure={connectionFailure}
      footer={
        <>
          {help}
          <ResendCode sentAt={sentAt} send={resend} sentMessage={resentMessage} />
        </>
      }
    >
      {introduction}
      <Typography>
        <strong>{destination}</strong> に{by && `${by}で`}届いた認証コードをご入力ください。
      </Typography>
      <CodeField control={form.control} name="code" />
      <OutcomeSnackbar>{advice}</OutcomeSnackbar>
      {note}
    </StepForm>
  );
}
