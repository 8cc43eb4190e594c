import Box from "@mui/material/Box";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { ActionButton } from "../../components/action-button.tsx";
import { CompletionPage } from "../../components/completion-page.tsx";
import { Page } from "../../components/page.tsx";
import { session } from "../../lib/session.ts";
import { paths } from "../../routes/paths.ts";

/** Opened by its address without an upgrade that this browser knows of. */
function Unknown() {
  const navigate = useNavigate();
  return (
    <Page header="signed-in" title="アップグレード">
      <Box component="p" sx={{ mb: 3 }}>
        現在ご利用中のプランは、メニューでご確認いただけます。
      </Box>
      <ActionButton onClick={() => navigate(paths.menu)}>メニューへ</ActionButton>
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
