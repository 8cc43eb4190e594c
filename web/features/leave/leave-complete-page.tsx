import Typography from "@mui/material/Typography";
import { CompletedOnly, CompletionPage } from "#web/components/completion-page.tsx";
import { Sentence } from "#web/components/sentence.tsx";
import { paths } from "#web/routes/paths.ts";

/** /leave/comp: nobody is signed in any more. */
export default function LeaveCompletePage() {
  return (
    <CompletedOnly>
      <CompletionPage
        header="logo"
        title="退会の手続きが完了しました"
        actionLabel="ログイン画面へ"
        actionPath={paths.signIn}
      >
        <Typography>これまでご利用いただき、誠にありがとうございました。</Typography>
        <Typography>
          ご登録のメールアドレスに、確認のメールをお送りしました。お預かりしているデータは、30日後に消去いたします。
        </Typography>
        <Typography>
          <Sentence>それまでに取り消しをご希望の場合は、お問い合わせください。</Sentence>
        </Typography>
      </CompletionPage>
    </CompletedOnly>
  );
}
