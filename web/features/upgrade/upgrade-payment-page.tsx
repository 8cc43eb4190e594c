import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { paths } from "#shared/site/paths.ts";
import { Page } from "#web/layout/page.tsx";
import type { NavigationState } from "#web/lib/navigation/navigation-state.ts";
import { connectionMessages } from "#web/lib/net/connection-error.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { PathButton } from "#web/ui/path-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { isOwnReturn, useSettlePayment } from "./settle-payment.ts";

const waiting =
  "決済サービスからの確定の連絡を待っています。30秒ほどかかることがあります。このままお待ちください。";

/** The address was already used, or belongs to another browser. */
const notRecognised: NavigationState = {
  reason:
    "この画面では、お支払いの結果を確認できません。お支払いがお済みの場合、アップグレードは自動で完了します。もう一度お支払いいただく必要はありません。",
};

function Later() {
  return (
    <>
      <AlertBox severity="info">
        お支払いの確定に時間がかかっています。確定しだい、アップグレードは自動で完了し、メールでお知らせします。
      </AlertBox>
      <Typography>
        もう一度お支払いいただく必要はありません。この画面は閉じていただいて構いません。
      </Typography>
      <PathButton to={paths.menu}>メニューへ</PathButton>
    </>
  );
}

function Unanswered({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <AlertBox severity="error">{connectionMessages.offline}</AlertBox>
      <Typography>
        お支払いがお済みの場合、アップグレードは自動で完了します。もう一度お支払いいただく必要はありません。
      </Typography>
      <Button onClick={onRetry}>再試行</Button>
    </>
  );
}

/** /upgrade/payment: the page that the card provider returns to. */
export default function UpgradePaymentPage() {
  const { search } = useLocation();
  const [isOwn] = useState(() => isOwnReturn(new URLSearchParams(search).get("uuid")));
  const { settling, settle } = useSettlePayment(isOwn);
  if (!isOwn) return <Navigate to={paths.error} state={notRecognised} replace />;
  return (
    <Page header="signed-in" title="お支払いの確認">
      {settling === "later" && <Later />}
      {settling === "unanswered" && <Unanswered onRetry={settle} />}
      {settling === "checking" && <Spinner label="お支払いを確認しています" />}
      {settling === "waiting" && <Spinner label={waiting} />}
    </Page>
  );
}
