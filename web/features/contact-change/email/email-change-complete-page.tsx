import Typography from "@mui/material/Typography";
import { CompletedOnly, CompletionPage } from "#web/components/completion-page.tsx";
import { paths } from "#web/routes/paths.ts";

/** /em/change/comp */
export default function EmailChangeCompletePage() {
  return (
    <CompletedOnly otherwise={paths.update}>
      <CompletionPage
        header="signed-in"
        title="メールアドレスを変更しました"
        actionLabel="ご登録情報の変更へ戻る"
        actionPath={paths.update}
      >
        <Typography>
          メールアドレスの変更が完了しました。今後のお知らせは、新しいメールアドレスにお送りします。
        </Typography>
      </CompletionPage>
    </CompletedOnly>
  );
}
