import { useLocation, useNavigate } from "react-router-dom";
import { ActionButton } from "../../components/action-button.tsx";
import { CompletionPage } from "../../components/completion-page.tsx";
import { readNavigationState } from "../../routes/navigation-state.ts";
import { paths } from "../../routes/paths.ts";

/** Something is still unsaved on another tab of /update. */
function Remaining({ notice }: { notice: string }) {
  const navigate = useNavigate();
  return (
    <>
      <p>{notice}</p>
      <ActionButton variant="secondary" onClick={() => navigate(paths.update)}>
        情報更新に戻る
      </ActionButton>
    </>
  );
}

/** /update/comp */
export default function UpdateCompletePage() {
  const { notice } = readNavigationState(useLocation().state);
  return (
    <CompletionPage
      header="signed-in"
      title="登録情報を変更しました"
      actionLabel="メニューへ"
      actionPath={paths.menu}
    >
      <p>お客様の登録情報を変更しました。</p>
      {notice !== undefined && <Remaining notice={notice} />}
    </CompletionPage>
  );
}
