import { useState } from "react";
import { CompletionPage } from "../../components/completion-page.tsx";
import { Page } from "../../components/page.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { session } from "../../lib/session.ts";
import { paths } from "../../routes/paths.ts";

/** Opened by its address without an upgrade that this browser knows of. */
function Unknown() {
  return (
    <Page header="signed-in" title="アップグレード">
      <p>
        現在のプランは、<TextLink to={paths.menu}>メニュー</TextLink>でご確認いただけます。
      </p>
    </Page>
  );
}

/** /upgrade/comp */
export default function UpgradeCompletePage() {
  const [plan] = useState(() => session.read("plan"));
  if (plan !== "standard") return <Unknown />;
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
