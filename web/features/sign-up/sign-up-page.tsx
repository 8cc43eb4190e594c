import { lazy, type ReactNode, Suspense, useState } from "react";
import { paths } from "#shared/site/paths.ts";
import { useDraft } from "#web/flow/draft.ts";
import { signUpDraft } from "#web/flow/sign-up-draft.ts";
import { Wizard } from "#web/flow/wizard.tsx";
import { loadPhoneFormat } from "#web/forms/customer-inputs.tsx";
import { Page } from "#web/layout/page.tsx";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { CompanyStep } from "./company-step.tsx";
import { FinishSignUp } from "./finish-sign-up.tsx";
import { Introduction } from "./introduction.tsx";
import {
  isComplete,
  reachableConfirmedStep,
  reachableSignUpStep,
  readSignUpDraft,
  withoutVerification,
} from "./wizard-draft.ts";

const titles = ["お客様情報", "電話番号", "SMS認証", "ログイン情報", "メール認証"] as const;
/** The steps of a customer with a confirmed account. */
const titlesWithAccount = titles.slice(0, 3);

const loadLaterSteps = () => loadScreen(() => import("./later-steps.tsx"));
const LaterSteps = lazy(loadLaterSteps);
/** Starts loading the files of the later steps. A failure is shown by the step that needs them. */
function prepareLaterSteps(): void {
  for (const load of [loadLaterSteps, loadPhoneFormat]) load().catch(() => {});
}

/**
 * The visitor's account. `none`: signed out. `confirmed`: signed in without a profile; the account's two
 * steps are done. `customer`: signed in with a profile, and able to sign up another company.
 */
type AccountState = "none" | "confirmed" | "customer";

function readAccountState(): AccountState {
  if (!tabStorage.read("loginId") || !tabStorage.read("idToken")) return "none";
  return tabStorage.read("customerId") ? "customer" : "confirmed";
}

const greetings: Record<AccountState, ReactNode> = {
  none: undefined,
  confirmed: (
    <span>
      ログイン情報とメールアドレスの確認は完了しています。残りの項目をご入力いただくと、登録が完了します。登録をおやめになる場合は、
      <TextLink to={paths.leave}>退会</TextLink>をお申し込みください。
    </span>
  ),
  customer: (
    <span>
      すでにログインしています。ご利用中のお客様は<TextLink to={paths.menu}>メニュー</TextLink>
      へお進みください。
    </span>
  ),
};

/**
 * /: the sign-up wizard. It starts at the step of the draft and the account, and registers once the draft is complete.
 */
export default function SignUpPage() {
  const store = useDraft(readSignUpDraft, signUpDraft.write);
  const [account, setAccount] = useState(readAccountState);
  const [phoneRefusal, setPhoneRefusal] = useState<string>();
  const { draft, save } = store;
  const refusePhone = (message: string): void => {
    setPhoneRefusal(message);
    save(withoutVerification);
  };
  const greeting = greetings[account];
  const isConfirmed = account === "confirmed";
  return (
    <Page header={account === "none" ? "signed-out" : "signed-in"} title="新規登録">
      {isConfirmed && isComplete(draft) ? (
        <FinishSignUp draft={draft} onPhoneRefused={refusePhone} />
      ) : (
        <>
          {greeting && <AlertBox severity="info">{greeting}</AlertBox>}
          <Wizard
            steps={titles}
            shown={isConfirmed ? titlesWithAccount : titles}
            draft={store}
            lead={(step) => account === "none" && step === 0 && <Introduction />}
            reachable={isConfirmed ? reachableConfirmedStep : reachableSignUpStep}
          >
            {(step, moves) =>
              step === 0 ? (
                <CompanyStep store={store} moves={moves} onTyped={prepareLaterSteps} />
              ) : (
                <Suspense fallback={<Spinner />}>
                  <LaterSteps
                    step={step}
                    store={store}
                    moves={moves}
                    onSignedIn={() => setAccount("confirmed")}
                    phoneRefusal={draft.requestId === undefined ? phoneRefusal : undefined}
                  />
                </Suspense>
              )
            }
          </Wizard>
        </>
      )}
    </Page>
  );
}
