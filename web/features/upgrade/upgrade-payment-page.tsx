import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { Notice } from "#web/components/notice.tsx";
import { Page } from "#web/components/page.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { connectionMessages } from "#web/lib/api/connection-error.ts";
import { paths } from "#web/routes/paths.ts";
import { isOwnReturn, type Settling, useSettlePayment } from "./settle-payment.ts";

const waiting =
  "決済サービスからの確定の連絡を待っています。30秒ほどかかることがあります。このままお待ちください。";

function Later() {
  const navigate = useNavigate();
  return (
    <>
      <Notice severity="info">
        お支払いの確定に時間がかかっています。確定しだい、アップグレードは自動で完了し、メールでお知らせします。
      </Notice>
      <Typography>
        もう一度お支払いいただく必要はありません。この画面は閉じていただいて構いません。
      </Typography>
      <Button onClick={() => navigate(paths.menu)}>メニューへ</Button>
    </>
  );
}

function Unanswered({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Notice severity="error">{connectionMessages.offline}</Notice>
      <Typography>
        お支払いがお済みの場合、アップグレードは自動で完了します。もう一度お支払いいただく必要はありません。
      </Typography>
      <Button onClick={onRetry}>再試行</Button>
    </>
  );
}

function Outcome({ settling, onRetry }: { settling: Settling; onRetry: () => void }) {
  if (settling === "later") return <Later />;
  if (settling === "unanswered") return <Unanswered onRetry={onRetry} />;
  return <Spinner label={settling === "waiting" ? waiting : "お支払いを確認しています"} />;
}

/** /upgrade/payment: where the card provider sends the browser back to. */
export default function UpgradePaymentPage() {
  const { search } = useLocation();
  const [isOwn] = useState(() => isOwnReturn(new URLSearchParams(search).get("uuid")));
  const { settling, settle } = useSettlePayment(isOwn);
  if (!isOwn) return <Navigate to={paths.error} replace />;
  return (
    <Page header="signed-in" title="お支払いの確認">
      <Outcome settling={settling} onRetry={settle} />
    </Page>
  );
}
