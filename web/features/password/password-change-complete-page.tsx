import Typography from "@mui/material/Typography";
import { CompletedOnly, CompletionPage } from "#web/components/completion-page.tsx";
import { paths } from "#web/routes/paths.ts";

/** /pw/change/comp, after a change and after a reset alike. */
export default function PasswordChangeCompletePage() {
  return (
    <CompletedOnly>
      <CompletionPage
        header="logo"
        title="パスワードの変更が完了しました"
        actionLabel="ログイン"
        actionPath={paths.signIn}
      >
        <Typography>新しいパスワードで、もう一度ログインしてください。</Typography>
      </CompletionPage>
    </CompletedOnly>
  );
}
