import Typography from "@mui/material/Typography";
import { CompletionPage } from "../../components/completion-page.tsx";
import { paths } from "../../routes/paths.ts";

/** /pw/reset/comp */
export default function PasswordResetCompletePage() {
  return (
    <CompletionPage
      header="logo"
      title="パスワードの再設定が完了しました"
      actionLabel="ログイン"
      actionPath={paths.signIn}
    >
      <Typography>新しいパスワードでログインしてください。</Typography>
    </CompletionPage>
  );
}
