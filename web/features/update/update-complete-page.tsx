import Typography from "@mui/material/Typography";
import { paths } from "#shared/site/paths.ts";
import { CompletedOnly, CompletionPage } from "#web/layout/completion-page.tsx";
import { useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { PathButton } from "#web/ui/path-button.tsx";

/** Shown if another tab of /update has unsaved values. */
function Remaining({ message }: { message: string }) {
  return (
    <>
      <Typography>{message}</Typography>
      <PathButton variant="outlined" to={paths.update}>
        ご登録情報の変更に戻る
      </PathButton>
    </>
  );
}

/** /update/comp */
export default function UpdateCompletePage() {
  const { message, saved } = useNavigationState();
  return (
    <CompletedOnly otherwise={paths.update}>
      <CompletionPage
        header="signed-in"
        title="ご登録情報を変更しました"
        actionLabel="メニューへ"
        actionPath={paths.menu}
      >
        <Typography>{saved}</Typography>
        <Typography>現在のご登録内容は、メニューの「ご登録情報の変更」でご確認いただけます。</Typography>
        {message !== undefined && <Remaining message={message} />}
      </CompletionPage>
    </CompletedOnly>
  );
}
