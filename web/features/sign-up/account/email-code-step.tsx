import { codeForm } from "../../../../shared/customer.ts";
import { usePortalForm } from "../../../components/form/use-portal-form.ts";
import { Notice } from "../../../components/notice.tsx";
import { ResendButton } from "../../../components/resend-button.tsx";
import { StepForm } from "../../../components/wizard/step-form.tsx";
import { CodeField } from "../code-field.tsx";
import type { StepProps } from "../step-props.ts";
import { useConfirmAccount } from "./use-confirm-account.ts";
import { useResendCode } from "./use-resend-code.ts";

const resendWaitSeconds = 60;

/** Step 5: the code from the mail. */
export function EmailCodeStep({ store, moves, onSignedIn }: StepProps & { onSignedIn: () => void }) {
  const { email, codeSentAt } = store.draft;
  const form = usePortalForm(codeForm, { code: "" });
  const { connectionFailure, submit } = useConfirmAccount(store.draft, onSignedIn, (message) =>
    form.setError("code", { message }, { shouldFocus: true }),
  );
  const resend = useResendCode(store);
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      submitLabel="認証する"
      onBack={moves.back}
      connectionFailure={connectionFailure}
      footer={
        <>
          <p>メールが届かない場合は、迷惑メールフォルダーをご確認のうえ、認証コードを再送信してください。</p>
          {resend.outcome && <Notice severity={resend.outcome.severity}>{resend.outcome.message}</Notice>}
          <ResendButton
            sentAt={codeSentAt}
            waitSeconds={resendWaitSeconds}
            pending={resend.pending}
            onResend={() => void resend.resend()}
          />
        </>
      }
    >
      {codeSentAt === undefined && (
        <Notice severity="info">
          メールアドレスの確認がまだ完了していません。認証コードがお手元にない場合は、「認証コードを再送信」を押してください。
        </Notice>
      )}
      <p>
        {email === undefined ? "ご登録のメールアドレスに" : <strong>{email} に</strong>}
        届いた認証コードをご入力ください。
      </p>
      <CodeField control={form.control} />
    </StepForm>
  );
}
