import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useLocation, useNavigate } from "react-router-dom";
import { CompletedOnly, CompletionPage } from "#web/components/completion-page.tsx";
import { Words } from "#web/components/words.tsx";
import { readNavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";

/** Something is still unsaved on another tab of /update. */
function Remaining({ notice }: { notice: string }) {
  const navigate = useNavigate();
  return (
    <>
      <Typography>{notice}</Typography>
      <Button variant="outlined" onClick={() => navigate(paths.update)}>
        ご登録情報の変更に戻る
      </Button>
    </>
  );
}

/** /update/comp */
export default function UpdateCompletePage() {
  const { notice, saved } = readNavigationState(useLocation().state);
  return (
    <CompletedOnly otherwise={paths.update}>
      <CompletionPage
        header="signed-in"
        title="ご登録情報を変更しました"
        actionLabel="メニューへ"
        actionPath={paths.menu}
      >
        <Typography>{saved}</Typography>
        <Typography>
          <Words
            words={[
              "現在のご登録内容は、",
              "メニューの",
              "「ご登録情報の変更」\u2060で",
              "ご確認いただけます。",
            ]}
          />
        </Typography>
        {notice !== undefined && <Remaining notice={notice} />}
      </CompletionPage>
    </CompletedOnly>
  );
}
