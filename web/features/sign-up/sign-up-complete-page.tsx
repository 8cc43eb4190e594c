import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#shared/site/paths.ts";
import { CompletionPage } from "#web/layout/completion-page.tsx";
import { Page } from "#web/layout/page.tsx";
import { readNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { TextLink } from "#web/ui/text-link.tsx";

const next =
  "ログイン後、プラグインダウンロード画面からプラグインをダウンロードし、プラグインの設定画面でライセンスキーを登録してください。";

/** Keeps the particle を on the line of its word. */
const licenceKey = (
  <span>
    ライセンスキー<span className="no-break">（認証キー）を</span>
  </span>
);

function Registered() {
  useEffect(() => {
    // Only if the draft still exists: Back can show this screen again after a sign-in.
    if (tabStorage.read("userDetailInfo") !== undefined) session.end();
  }, []);
  return (
    <CompletionPage header="logo" title="登録が完了しました" actionLabel="ログイン" actionPath={paths.signIn}>
      <Typography>
        {licenceKey}
        <span>、ご登録いただいたメールアドレスにお送りしました。</span>
      </Typography>
      <Typography>{next}</Typography>
    </CompletionPage>
  );
}

/** Shown to visitors who have not just signed up. */
function AboutRegistration() {
  return (
    <Page header="logo" title="ご登録後のお手続き">
      <Typography>
        <span>登録が完了すると、ご登録のメールアドレスに</span>
        {licenceKey}
        <span>お送りします。</span>
      </Typography>
      <Typography>{next}</Typography>
      <Typography>
        <TextLink to={paths.signIn}>ログイン</TextLink>
      </Typography>
    </Page>
  );
}

/** /signup/comp */
export default function SignUpCompletePage() {
  const { state } = useLocation();
  const [isRegistered] = useState(readNavigationState(state).completed === true);
  return isRegistered ? <Registered /> : <AboutRegistration />;
}
