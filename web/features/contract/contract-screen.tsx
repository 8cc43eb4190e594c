import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Contract } from "#shared/contract.ts";
import type { CancellationReason } from "#shared/enums.ts";
import { LatePaymentNotice } from "#web/components/late-payment-notice.tsx";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { Quotes } from "#web/components/quotes/quotes.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { reasonFor } from "#web/lib/api/failure.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { loadScreen } from "#web/lib/load-screen.ts";
import type { useContract } from "#web/lib/use-contract.ts";
import { readNavigationState } from "#web/routes/navigation-state.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { CardChangeButton } from "./card-change-button.tsx";
import { ContractSummary } from "./contract-summary.tsx";
import { InvoiceFieldsDisclosure } from "./invoice-fields.tsx";
import { InvoiceList } from "./invoice-list.tsx";
import { type ContractChange, type Done, useContractChange } from "./use-contract-change.ts";

interface CancellationProps {
  contract: Contract;
  contractChange: ContractChange;
}

/** The end of a contract that goes on. */
function Cancellation({ contract, contractChange: { change, pending } }: CancellationProps) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState<CancellationReason>();
  const { plan, cancelAt, currentPeriodEnd } = contract;
  if (plan !== "standard" || cancelAt !== null) return null;
  return (
    <Stack component="section" spacing={1.5}>
      <Typography variant="h2">解約</Typography>
      <Typography>ご契約期間の終了日をもって、スタンダードプランを解約できます。</Typography>
      <Button
        variant="outlined"
        color="error"
        loading={pending?.operation === "cancel"}
        disabled={pending !== undefined && pending.operation !== "cancel"}
        onClick={() => setAsking(true)}
      >
        解約する
      </Button>
      {asking && (
        <CancelDialog
          until={currentPeriodEnd === null ? undefined : formatDay(currentPeriodEnd)}
          reason={reason}
          onReason={setReason}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void change({ operation: "cancel", ...(reason && { reason }) });
          }}
        />
      )}
    </Stack>
  );
}

const texts: Readonly<Record<Done, string>> = {
  cancel: "解約のお申し込みを受け付けました。確認のメールをお送りします。",
  resume: "解約のお申し込みを取り消しました。確認のメールをお送りします。",
  "invoice-fields": "請求書の記載事項と送付先を保存しました。次回以降の請求書から反映します。",
  invoice: "お支払い方法を請求書（銀行振込）に変更しました。確認のメールをお送りします。",
};

/** Confirms the change. It takes the focus, because the button that was pressed may be gone. */
export function Outcome({ done }: { done: Done }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice ref={notice} severity="success" tabIndex={-1}>
      {texts[done]}
    </Notice>
  );
}

/** Loaded when needed: customers with an active contract never see its form and its checkout. */
const Resubscription = lazy(() => loadScreen(() => import("./resubscription.tsx")));

const resubscribed = "スタンダードプランのご契約を再開しました。";

/** The notice of the screen, or of the provider's page, that the customer comes from. */
function useArrivalNotice(cardChanged: boolean) {
  const { notice } = readNavigationState(useLocation().state);
  return useState(
    cardChanged
      ? "カード情報のページから戻りました。カードを登録された場合は、まもなく反映されます。"
      : notice,
  );
}

interface ContractScreenProps {
  contract: Contract;
  /** Why the newest state is not shown. */
  error: Error | null;
  query: Pick<
    ReturnType<typeof useContract>,
    "invoicePages" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
  reload: () => void;
  /** Back from changing the card. */
  cardChanged: boolean;
}

export function ContractScreen({ contract, error, query, reload, cardChanged }: ContractScreenProps) {
  const [text, setText] = useArrivalNotice(cardChanged);
  const contractChange = useContractChange();
  const { done, failure, dialog } = contractChange;
  return (
    <>
      {error && <Notice severity="warning">最新の情報を表示できていません。{reasonFor(error)}</Notice>}
      {text !== undefined && <Notice severity="info">{text}</Notice>}
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {done && <Outcome key={done} done={done} />}
      <LatePaymentNotice contract={contract} cardChange={<CardChangeButton size="small" />} />
      <ContractSummary contract={contract} contractChange={contractChange} />
      {contract.status === "suspended" && (
        <Suspense fallback={<Spinner />}>
          <Resubscription contract={contract} onPurchased={() => setText(resubscribed)} />
        </Suspense>
      )}
      {contract.plan !== "standard" && <Quotes onRefused={reload} />}
      {contract.status !== "trial" && <InvoiceList {...query} onRetry={reload} />}
      {contract.invoiceFields && (
        <InvoiceFieldsDisclosure stored={contract.invoiceFields} contractChange={contractChange} />
      )}
      <Cancellation contract={contract} contractChange={contractChange} />
      {dialog}
    </>
  );
}
