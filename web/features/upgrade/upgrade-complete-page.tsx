import { CompletionPage } from "../../components/completion-page.tsx";
import { paths } from "../../routes/paths.ts";

/** /upgrade/comp */
export default function UpgradeCompletePage() {
  return (
    <CompletionPage
      header="signed-in"
      title="アップグレードが完了しました"
      actionLabel="メニューへ"
      actionPath={paths.menu}
    >
      <p>スタンダードプランへアップグレードされました。</p>
      <p>プラグインから、各機能をご確認ください。</p>
    </CompletionPage>
  );
}
