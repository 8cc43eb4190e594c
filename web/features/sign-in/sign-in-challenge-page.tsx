import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type NavigationState, readNavigationState } from "../../app/navigation-state.ts";
import { paths } from "../../app/paths.ts";
import { Page } from "../../components/page.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { loadCustomer } from "../../lib/customer.ts";
import { useUserCallFailure } from "../../lib/failure.ts";
import { currentSession } from "../../lib/identity/session.ts";
import { session } from "../../lib/session.ts";

const challengeReason =
  "このアカウントには追加の認証が設定されていますが、この画面では対応していません。お手数ですが、お問い合わせください。";

/** Stores the session keys and says where the person goes: a new customer who never finished goes back to the wizard. */
async function openSession({
  from,
  challenged,
}: NavigationState): Promise<[to: string, state?: NavigationState]> {
  const signedIn = await currentSession();
  if (!signedIn) return challenged ? [paths.error, { reason: challengeReason }] : [paths.signIn];
  session.write("loginId", signedIn.loginId);
  session.write("idToken", signedIn.idToken);
  const customer = await loadCustomer(signedIn.loginId);
  return [customer ? (from ?? paths.menu) : paths.signUp];
}

/** /signin/auth: what stands between the password and the menu. */
export default function SignInChallengePage() {
  const navigate = useNavigate();
  const fail = useUserCallFailure();
  const { state } = useLocation();
  useEffect(() => {
    let gone = false;
    openSession(readNavigationState(state)).then(
      ([to, next]) => !gone && navigate(to, { replace: true, state: next }),
      (error: unknown) => !gone && fail(error),
    );
    return () => {
      gone = true;
    };
  }, [navigate, fail, state]);
  return (
    <Page header="logo" title="ログインしています" width="narrow">
      <Spinner label="お客様の情報を確認しています" />
    </Page>
  );
}
