import { useState } from "react";
import { Notice } from "#web/components/notice.tsx";
import { Page } from "#web/components/page.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { paths } from "#web/routes/paths.ts";
import { type AccountState, readAccountState } from "./account-state.ts";
import { isComplete, withoutVerification } from "./draft.ts";
import { FinishSignUp } from "./finish-sign-up.tsx";
import { SignUpWizard } from "./sign-up-wizard.tsx";
import { useDraft } from "./use-draft.ts";
import { useStep } from "./use-step.ts";

const greetings: Record<AccountState, React.ReactNode> = {
  none: undefined,
  confirmed:
    "ログイン情報とメールアドレスの確認は完了しています。残りの項目をご入力いただくと、登録が完了します。",
  customer: (
    <>
      すでにログインしています。ご利用中のお客様は<TextLink to={paths.menu}>メニュー</TextLink>
      へお進みください。
    </>
  ),
};

/** / : the sign-up wizard. It resumes where the draft and the account say, and registers as soon as nothing is missing. */
export default function SignUpPage() {
  const store = useDraft();
  const [account, setAccount] = useState(readAccountState);
  const [phoneRefusal, setPhoneRefusal] = useState<string>();
  const { step, ...moves } = useStep(store, account === "confirmed");
  const { draft, save } = store;
  const refusePhone = (message: string): void => {
    setPhoneRefusal(message);
    save(withoutVerification);
    moves.goTo(1);
  };
  const greeting = greetings[account];
  const finishing = account === "confirmed" && isComplete(draft);
  return (
    <Page header={account === "none" ? "signed-out" : "signed-in"} title="新規登録">
      {finishing ? (
        <FinishSignUp draft={draft} onPhoneRefused={refusePhone} />
      ) : (
        <>
          {greeting && <Notice severity="info">{greeting}</Notice>}
          <SignUpWizard
            store={store}
            step={step}
            moves={moves}
            accountConfirmed={account === "confirmed"}
            onSignedIn={() => setAccount("confirmed")}
            phoneRefusal={draft.requestId === undefined ? phoneRefusal : undefined}
          />
        </>
      )}
    </Page>
  );
}
