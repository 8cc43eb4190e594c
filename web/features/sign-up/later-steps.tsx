import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { limits } from "#shared/limits.ts";
import { CodeEntry, type CodeRefusal } from "#web/flow/code-entry.tsx";
import { recallPassword } from "#web/lib/identity/password/pending-password.ts";
import { resendSignUpCode } from "#web/lib/identity/password/sign-up.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { AccountStep } from "./account-step.tsx";
import { useConfirmAccount, useSignInToContinue } from "./confirm-account.ts";
import { recreateAccount } from "./create-account.ts";
import { PhoneStep, SmsCodeStep } from "./phone-steps.tsx";
import { hasLapsed, type SignUpStep, type SignUpStepProps, withAccount } from "./wizard-draft.ts";

/** Leads back to step 4, which deletes the account if another address is entered. */
function CorrectAddress({ onClick }: { onClick: () => void }) {
  return (
    <>
      <Typography>メールアドレスに誤りがある場合は、ログインIDはそのままで変更できます。</Typography>
      <Button variant="outlined" onClick={onClick}>
        メールアドレスを変更する
      </Button>
    </>
  );
}

const lapsed = `認証コードの送信から${limits.unconfirmedHours}時間が過ぎたため、無効になりました。「認証コードを再送信」を押すと、登録をやり直せます。入力した内容は残っています。`;

/** Creates the account again. `taken`: the password is unknown, or another person has the login ID. */
async function signUpAgain({ draft, save }: SignUpStepProps["store"]): ReturnType<typeof recreateAccount> {
  const { userId: loginId = "", email, requestId } = draft;
  const password = recallPassword(loginId);
  if (password === undefined || email === undefined) return "taken";
  const account = { loginId, password, email, requestId };
  const outcome = await recreateAccount(account);
  if (outcome === "created" || outcome === "sent")
    save((current) => withAccount(current, account, Date.now(), outcome === "created"));
  return outcome;
}

/** Step 5: the code from the mail. After a resend, an earlier code is invalid. */
function EmailCodeStep({ store, moves, onSignedIn }: SignUpStepProps & { onSignedIn: () => void }) {
  const { email = "ご登録のメールアドレス", codeSentAt, userId = "" } = store.draft;
  const confirm = useConfirmAccount(store.draft, onSignedIn);
  const check = async (code: string): Promise<CodeRefusal | undefined> => {
    const refusal = await confirm(code);
    return refusal && hasLapsed(store.draft, Date.now()) ? { ...refusal, advice: lapsed } : refusal;
  };
  const goToSignIn = useSignInToContinue();
  const resend = async (): Promise<undefined> => {
    // Cognito would report a sent code even for a deleted account.
    const outcome = hasLapsed(store.draft, Date.now())
      ? await signUpAgain(store)
      : await resendSignUpCode(userId);
    // Step 4 asks for the password, or for another login ID.
    if (outcome === "taken") moves.back();
    else if (outcome === "confirmed") goToSignIn(userId);
    else store.save((current) => ({ ...current, codeSentAt: Date.now() }));
  };
  return (
    <CodeEntry
      destination={email}
      onCode={check}
      onResend={resend}
      sentAt={codeSentAt}
      onBack={moves.back}
      introduction={
        codeSentAt === undefined && (
          <AlertBox severity="info">
            メールアドレスの確認がまだ完了していません。認証コードがお手元にない場合は、「認証コードを再送信」を押してください。
          </AlertBox>
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

interface LaterStepsProps extends SignUpStepProps {
  step: SignUpStep;
  onSignedIn: () => void;
  phoneRefusal: string | undefined;
}

/** Steps 2 to 5. Their file is loaded during step 1. */
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
