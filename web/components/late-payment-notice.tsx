import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Contract, ContractInvoice } from "#shared/contract.ts";
import { lateInvoices } from "#web/lib/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { formatYen } from "#web/lib/price-text.ts";
import { Notice } from "./notice.tsx";
import { Sentence } from "./sentence.tsx";

const consequence = "お支払いを確認できない場合、スタンダードプランをご利用いただけなくなります。";

/** What happened, and by when something has to be done. */
function reasonOf({ status, paymentMethod }: Contract, { dueAt, nextAttemptAt }: ContractInvoice): string {
  if (status === "suspended")
    return "終了したご契約について、お支払いを確認できていない請求があります。お早めにお支払いください。";
  const [due, next] = [dueAt, nextAttemptAt].map((at) => (at === null ? undefined : formatDay(at)));
  if (due !== undefined) return `お支払い期限（${due}）を過ぎています。お早めにお支払いください。`;
  const ways = paymentMethod?.type === "card" ? "請求書をお支払いいただくか、カードを変更して" : "お支払い";
  return next === undefined
    ? `カードでのお支払いができませんでした。お早めに${ways}ください。`
    : `カードでのお支払いができませんでした。${next}にもう一度お支払いの処理を行いますので、それまでに${ways}ください。`;
}

function PayButton({ invoice: { amount, hostedUrl, number } }: { invoice: ContractInvoice }) {
  if (hostedUrl === null) return null;
  return (
    <Button href={hostedUrl} target="_blank" rel="noopener" size="small">
      請求書 {number}（{formatYen(amount)}）を支払う
    </Button>
  );
}

interface LatePaymentNoticeProps {
  contract: Contract;
  /** Beside the way to pay, e.g. another card. */
  children?: ReactNode;
}

/** Says that a payment is late, by when to make it, and how. Nothing while none is. */
export function LatePaymentNotice({ contract, children }: LatePaymentNoticeProps) {
  const late = lateInvoices(contract);
  const [first] = late;
  if (!first) return null;
  return (
    <Notice severity="warning">
      <AlertTitle>お支払いを確認できていません</AlertTitle>
      <Typography>
        <Sentence>{reasonOf(contract, first)}</Sentence>
      </Typography>
      {contract.status !== "suspended" && <Typography>{consequence}</Typography>}
      {late.length > 1 && (
        <Typography>{`ほかに${late.length - 1}件あります。ご契約とお支払いの「請求書と領収書」からお支払いください。`}</Typography>
      )}
      <Stack direction="row" spacing={1.5} useFlexGap>
        <PayButton invoice={first} />
        {children}
      </Stack>
    </Notice>
  );
}
