import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Notice } from "#web/components/notice.tsx";
import { CodeEntry } from "#web/flow/code-entry.tsx";
import { resendSignUpCode } from "#web/lib/identity/password/sign-up.ts";
import { AccountStep } from "./account-step.tsx";
import { useConfirmAccount } from "./confirm-account.ts";
import type { Step, StepProps } from "./draft.ts";
import { PhoneStep, SmsCodeStep } from "./phone-steps.tsx";

/** Back to step 4, which withdraws the account when another address is entered. */
function CorrectAddress({ onClick }: { onClick: () => void }) {
  return (
    <>
      <Typography>メールアドレスに誤りがある場合は、ログインIDはそのままで修正できます。</Typography>
      <Button variant="outlined" onClick={onClick}>
        メールアドレスを修正する
      </Button>
    </>
  );
}

/** Step 5: the code from the mail. Sent again, the one before it is of no use any more. */
export function EmailCodeStep({ store, moves, onSignedIn }: StepProps & { onSignedIn: () => void }) {
  const { email = "ご登録のメールアドレス", codeSentAt, userId = "" } = store.draft;
  const confirm = useConfirmAccount(store.draft, onSignedIn);
  const resend = async (): Promise<undefined> => {
    await resendSignUpCode(userId);
    store.save((current) => ({ ...current, codeSentAt: Date.now() }));
  };
  return (
    <CodeEntry
      destination={email}
      onCode={confirm}
      onResend={resend}
      sentAt={codeSentAt}
      onBack={moves.back}
      introduction={
        codeSentAt === undefined && (
          <Notice severity="info">
            メールアドレスの確認がまだ完了していません。認証コードがお手元にない場合は、「認証コードを再送信」を押してください。
          </Notice>
        )
      }
      help={
        <>
          <Typography>
            メールが届かない場合は、迷惑メールフォルダーをご確認のうえ、認証コードを再送信してください。
          </Typography>
          {store.draft.accountRequestId !== undefined && <CorrectAddress onClick={moves.back} />}
        </>
      }
    />
  );
}

interface LaterStepsProps extends StepProps {
  step: Step;
  onSignedIn: () => void;
  phoneRefusal: string | undefined;
}

/** Steps 2 to 5, whose file is loaded while step 1 is filled in. */
export default function LaterSteps({ step, onSignedIn, phoneRefusal, ...props }: LaterStepsProps) {
  return (
    <>
      {step === 1 && <PhoneStep {...props} refusal={phoneRefusal} />}
      {step === 2 && <SmsCodeStep {...props} />}
      {step === 3 && <AccountStep {...props} />}
      {step === 4 && <EmailCodeStep {...props} onSignedIn={onSignedIn} />}
    </>
  );
}
