import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Contract, Owed } from "#shared/contract.ts";
import { latePayments } from "#web/lib/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { formatYen } from "#web/lib/price.ts";
import { Notice } from "./notice.tsx";
import { Sentence } from "./sentence.tsx";

const consequence = "お支払いを確認できない場合、スタンダードプランをご利用いただけなくなります。";

/** Says what happened, and by when the customer has to act. */
function reasonOf({ state, dueAt, nextAttemptAt, isOfCurrentContract, ways }: Owed): string {
  if (!isOfCurrentContract)
    return "終了したご契約について、お支払いを確認できていない請求があります。お早めにお支払いください。";
  const [due, next] = [formatDay(dueAt), formatDay(nextAttemptAt)];
  if (state === "retrying")
    return next === undefined
      ? "ご登録の新しいカードで、まもなくお支払いの処理を行います。"
      : `ご登録の新しいカードで、${next}にお支払いの処理を行います。お手続きの必要はありません。`;
  if (state === "overdue")
    return `お支払い期限${due === undefined ? "" : `（${due}）\u2060`}を過ぎています。お早めにお支払いください。`;
  const does = ways.includes("change-card") ? "請求書をお支払いいただくか、カードを変更して" : "お支払い";
  return next === undefined
    ? `ご登録のカードでお支払いいただけませんでした。お早めに${does}ください。`
    : `ご登録のカードでお支払いいただけませんでした。${next}にもう一度お支払いの処理を行いますので、それまでに${does}ください。`;
}

/** A contract that ended can be resumed: that is the screen's main action then. */
function PayButton({ payment: { amount, hostedUrl, number, isOfCurrentContract } }: { payment: Owed }) {
  if (hostedUrl === null) return null;
  return (
    <Button
      variant={isOfCurrentContract ? "contained" : "outlined"}
      href={hostedUrl}
      target="_blank"
      rel="noopener"
      size="small"
    >
      <span>
        請求書 <span className="no-break">{number}</span>
        <Box component="span" sx={{ display: "inline-block" }}>
          <span className="no-break">（{formatYen(amount)}）</span>
          <span className="no-break">を支払う</span>
        </Box>
      </span>
    </Button>
  );
}

interface LatePaymentNoticeProps {
  contract: Contract;
  /** Another card, where one helps. */
  cardChange?: ReactNode;
  /** Beside the way to pay. */
  children?: ReactNode;
}

/** Says that a payment is late, by when to make it, and how. Renders nothing without a late payment. */
export function LatePaymentNotice({ contract, cardChange, children }: LatePaymentNoticeProps) {
  const [first, ...others] = latePayments(contract);
  if (!first) return null;
  const isThreat = first.isOfCurrentContract && first.state !== "retrying";
  return (
    <Notice severity="warning">
      <AlertTitle>お支払いを確認できていません</AlertTitle>
      <Typography>
        <Sentence>{reasonOf(first)}</Sentence>
      </Typography>
      {isThreat && <Typography>{consequence}</Typography>}
      {others.length > 0 && (
        <Typography>
          ほかに{others.length}
          件あります。ご契約とお支払いの「請求書と領収書」からお支払いください。
        </Typography>
      )}
      <Stack direction="row" spacing={1.5} useFlexGap>
        <PayButton payment={first} />
        {first.ways.includes("change-card") && cardChange}
        {children}
      </Stack>
    </Notice>
  );
}
