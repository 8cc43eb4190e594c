import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { CompletionPage } from "../../components/completion-page.tsx";
import { Page } from "../../components/page.tsx";
import { session } from "../../lib/session.ts";
import { paths } from "../../routes/paths.ts";

/** Opened by its address without an upgrade that this browser knows of. */
function Unknown() {
  const navigate = useNavigate();
  return (
    <Page header="signed-in" title="アップグレード">
      <Typography>現在ご利用中のプランは、メニューでご確認いただけます。</Typography>
      <Button onClick={() => navigate(paths.menu)}>メニューへ</Button>
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
      <Typography>スタンダードプランへアップグレードされました。</Typography>
      <Typography>プラグインから、各機能をご確認ください。</Typography>
    </CompletionPage>
  );
}
