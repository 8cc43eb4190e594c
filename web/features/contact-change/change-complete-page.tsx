import Typography from "@mui/material/Typography";
import { useLocation } from "react-router-dom";
import { CompletedOnly, CompletionPage } from "#web/components/completion-page.tsx";
import { paths } from "#web/routes/paths.ts";

const email = {
  title: "メールアドレスを変更しました",
  text: "メールアドレスの変更が完了しました。今後のお知らせは、新しいメールアドレスにお送りします。",
};
const phone = {
  title: "電話番号を変更しました",
  text: "ご担当者の携帯電話番号の変更が完了しました。今後のSMSは、新しい番号にお送りします。",
};

/** /em/change/comp and /pn/change/comp */
export default function ChangeCompletePage() {
  const { title, text } = useLocation().pathname === paths.emailChangeComplete ? email : phone;
  return (
    <CompletedOnly otherwise={paths.update}>
      <CompletionPage
        header="signed-in"
        title={title}
        actionLabel="ご登録情報の変更へ戻る"
        actionPath={paths.update}
      >
        <Typography>{text}</Typography>
      </CompletionPage>
    </CompletedOnly>
  );
}
