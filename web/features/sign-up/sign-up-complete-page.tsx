import { useEffect } from "react";
import { CompletionPage } from "../../components/completion-page.tsx";
import { clearSession } from "../../lib/query-client.ts";
import { paths } from "../../routes/paths.ts";

/** /signup/comp */
export default function SignUpCompletePage() {
  useEffect(() => clearSession(), []);
  return (
    <CompletionPage header="logo" title="登録が完了しました" actionLabel="ログイン" actionPath={paths.signIn}>
      <p>ご登録いただいたメールアドレスに、認証キーをお送りしました。</p>
      <p>
        ログイン後、プラグインダウンロード画面からプラグインをダウンロードし、プラグインの設定画面で認証キーを登録してください。
      </p>
    </CompletionPage>
  );
}
