import Typography from "@mui/material/Typography";
import { CompletedOnly, CompletionPage } from "#web/components/completion-page.tsx";
import { paths } from "#web/routes/paths.ts";

/** /pn/change/comp */
export default function PhoneChangeCompletePage() {
  return (
    <CompletedOnly otherwise={paths.update}>
      <CompletionPage
        header="signed-in"
        title="電話番号を変更しました"
        actionLabel="ご登録情報の変更へ戻る"
        actionPath={paths.update}
      >
        <Typography>
          ご担当者の携帯電話番号の変更が完了しました。今後のSMSは、新しい番号にお送りします。
        </Typography>
      </CompletionPage>
    </CompletedOnly>
  );
}
