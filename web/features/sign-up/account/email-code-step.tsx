import { codeForm } from "../../../../shared/customer.ts";
import { CodeField } from "../../../components/form/code-field.tsx";
import { usePortalForm } from "../../../components/form/use-portal-form.ts";
import { Notice } from "../../../components/notice.tsx";
import { ResendCode } from "../../../components/resend-code.tsx";
import { StepForm } from "../../../components/wizard/step-form.tsx";
import { resendSignUpCode } from "../../../lib/identity/sign-up.ts";
import type { StepProps } from "../step-props.ts";
import { useConfirmAccount } from "./use-confirm-account.ts";

/** Step 5: the code from the mail. Sent again, the one before it is of no use any more. */
export function EmailCodeStep({ store, moves, onSignedIn }: StepProps & { onSignedIn: () => void }) {
  const { email, codeSentAt, userId = "" } = store.draft;
  const form = usePortalForm(codeForm, { code: "" });
  const { connectionFailure, submit } = useConfirmAccount(store.draft, onSignedIn, (message) =>
    form.setError("code", { message }, { shouldFocus: true }),
  );
  const resend = async (): Promise<void> => {
    await resendSignUpCode(userId);
    store.save((current) => ({ ...current, codeSentAt: Date.now() }));
  };
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
          <ResendCode sentAt={codeSentAt} send={resend} />
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
      <CodeField control={form.control} name="code" />
    </StepForm>
  );
}
