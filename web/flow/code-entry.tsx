import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { codeForm } from "#shared/customer/customer.ts";
import { limits } from "#shared/limits.ts";
import { CodeField } from "#web/forms/code-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { CallWithCode } from "./call-with-code.tsx";
import { ResendCode, type SendAgain } from "./resend-code.tsx";
import { StepForm } from "./step-form.tsx";
import { useCall } from "./use-call.ts";

/** The refusal of a code: the message at the field, and what to do next. */
export interface CodeRefusal {
  message: string;
  advice?: string | undefined;
  /** A new code is needed. */
  expired?: boolean;
}

const adviceOnSms = [
  "携帯電話会社の迷惑SMS対策で「海外・国際SMSの受信拒否」が設定されていると届きません。設定を解除してからお試しください。",
  "お使いの端末の「迷惑メッセージ」や「不明な差出人」のフォルダーもご確認ください。",
  "番号に誤りがある場合は、「戻る」から入力し直して、もう一度認証コードを送信してください。",
];

/** Advice for a missing code: carriers drop SMS from abroad unless the subscriber allows them (design section 9). */
const smsHelp = (
  <Disclosure title="認証コードが届かない場合">
    <Stack component="ul" spacing={0.5}>
      {adviceOnSms.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Stack>
  </Disclosure>
);

/** The lifetime of an SMS code (specification section 2). */
const smsNote = (
  <AlertBox severity="info">
    認証コードは{limits.smsCodeMinutes}分間有効です。認証が完了しない場合は、自動的に再送信されます。
  </AlertBox>
);

/** Props of `CodeEntry` for a code by SMS. */
export const bySms = {
  by: "SMS",
  note: smsNote,
  help: smsHelp,
  resentMessage: "認証コードを再送信しました。SMSをご確認ください。",
} as const;

/** A slow mailbox can deliver the first code after the second. An SMS that is sent again has the same code. */
const newestMailCounts = "認証コードを再送信した場合は、最後に届いたメールの認証コードを入力してください。";

interface CodeEntryProps {
  /** The address or number that the code was sent to. */
  destination: ReactNode;
  by?: "SMS" | undefined;
  /** Checks the code and continues. Resolves to a refusal of the code; throws any other error. */
  onCode: (code: string) => Promise<CodeRefusal | undefined>;
  onResend: SendAgain;
  /** Requests a voice call with the same code. Without it, there is no button. */
  onCall?: SendAgain | undefined;
  /** The message after another code was sent. */
  resentMessage?: string | undefined;
  /** Epoch milliseconds of the last code sent. `undefined`: a code can be sent at once. */
  sentAt: number | undefined;
  onBack: () => void;
  /** Above the field. */
  introduction?: ReactNode;
  /** The lifetime of a code. */
  note?: ReactNode;
  /** Advice for a missing code. */
  help: ReactNode;
}

/** The step that asks for the code from a mail or an SMS, and sends it again. */
export function CodeEntry(props: CodeEntryProps) {
  const { destination, by, onCode, onResend, onCall, resentMessage, sentAt, onBack } = props;
  const { introduction, note, help } = props;
  const form = usePortalForm(codeForm, { code: "" });
  const [advice, setAdvice] = useState<string>();
  const { call, failure } = useCall(async ({ code }: { code: string }) => {
    setAdvice(undefined);
    const refusal = await onCode(code);
    if (!refusal) return;
    form.setError("code", { message: refusal.message }, { shouldFocus: true });
    setAdvice(refusal.advice);
  });
  const withoutAdvice =
    (send: SendAgain): SendAgain =>
    async () => {
      const wait = await send();
      if (wait !== "cancelled") setAdvice(undefined);
      return wait;
    };
  return (
    <StepForm
      form={form}
      onSubmit={call}
      submitLabel="認証する"
      onBack={onBack}
      connectionFailure={failure}
      footer={
        <>
          {help}
          <ResendCode sentAt={sentAt} send={withoutAdvice(onResend)} sentMessage={resentMessage} />
          {onCall && <CallWithCode sentAt={sentAt} call={withoutAdvice(onCall)} />}
        </>
      }
    >
      {introduction}
      <Typography>
        <strong translate="no">{destination}</strong>
        <span>{` に${by === undefined ? "" : `${by}で`}届いた認証コードを入力してください。`}</span>
      </Typography>
      {note}
      <CodeField hint={by === undefined ? newestMailCounts : undefined} />
      <OutcomeSnackbar>{advice}</OutcomeSnackbar>
    </StepForm>
  );
}
