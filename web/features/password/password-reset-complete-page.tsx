import Typography from "@mui/material/Typography";
import { CompletedOnly, CompletionPage } from "#web/components/completion-page.tsx";
import { paths } from "#web/routes/paths.ts";

/** /pw/reset/comp */
export default function PasswordResetCompletePage() {
  return (
    <CompletedOnly>
      <CompletionPage
        header="logo"
        title="パスワードの再設定が完了しました"
        actionLabel="ログイン"
        actionPath={paths.signIn}
      >
        <Typography>新しいパスワードでログインしてください。</Typography>
      </CompletionPage>
    </CompletedOnly>
  );
}
