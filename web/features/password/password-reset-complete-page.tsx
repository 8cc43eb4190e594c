import { paths } from "../../app/paths.ts";
import { CompletionPage } from "../../components/completion-page.tsx";

/** /pw/reset/comp */
export function PasswordResetCompletePage() {
  return (
    <CompletionPage
      header="logo"
      title="パスワードの再設定が完了しました"
      actionLabel="ログイン"
      actionPath={paths.signIn}
    >
      <p>新しいパスワードでログインしてください。</p>
    </CompletionPage>
  );
}
