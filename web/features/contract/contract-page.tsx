import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Contract } from "#shared/contract.ts";
import { paths } from "#shared/site/paths.ts";
import { LatePaymentAlert } from "#web/components/late-payment-alert.tsx";
import { LoadFailure } from "#web/components/loaded-section.tsx";
import { CardChangeButton, cardReturnMessage, useCardReturn } from "#web/flow/card-change.tsx";
import { Page } from "#web/layout/page.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { failureSentence, reasonFor } from "#web/lib/api/failure.ts";
import { useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { cardExpirySentence } from "#web/lib/payment-sentences.ts";
import { type ContractQuery, useContract } from "#web/lib/queries/use-contract.ts";
import { useProfileQuery } from "#web/lib/queries/use-profile.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { BackToMenu } from "#web/ui/path-button.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { SkeletonLines } from "#web/ui/skeleton-lines.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Cancellation } from "./contract-actions.tsx";
import { ContractSummary } from "./contract-summary.tsx";
import { InvoiceFieldsDisclosure } from "./invoice-fields.tsx";
import { InvoiceList } from "./invoice-list.tsx";
import { Quotes } from "./quotes.tsx";
import { type Done, useContractChange } from "./use-contract-change.ts";

const texts: Readonly<Record<Done, string>> = {
  cancel: "解約のお申し込みを受け付けました。確認のメールをお送りします。",
  resume: "解約のお申し込みを取り消しました。確認のメールをお送りします。",
  "invoice-fields": "請求書の記載事項と送付先を保存しました。次回以降の請求書から反映します。",
  invoice: "お支払い方法を請求書払い（銀行振込）に変更しました。確認のメールをお送りします。",
};

/** Confirms a change. It receives the focus, because the pressed button may have disappeared. */
function Outcome({ done }: { done: Done }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <AlertBox ref={message} severity="success" tabIndex={-1}>
      {texts[done]}
    </AlertBox>
  );
}

/** Loaded on demand, because customers with an active contract do not need it. */
const Resubscription = lazy(() => loadScreen(() => import("./resubscription.tsx")));

const resubscribed = "スタンダードプランのご契約を再開しました。";

/** Returns the message of the previous screen, or of the return from the card provider. */
function useArrivalMessage(cardChanged: boolean) {
  const { message } = useNavigationState();
  return useState(cardChanged ? cardReturnMessage : message);
}

function CardExpiryAlert({ contract }: { contract: Contract }) {
  const sentence = cardExpirySentence(contract);
  if (sentence === undefined) return null;
  return (
    <AlertBox severity="warning">
      <Typography>
        <Sentence>{`${sentence}有効期限後のご請求もお支払いいただけるよう、カード情報を変更してください。`}</Sentence>
      </Typography>
      <Stack direction="row">
        <CardChangeButton returnPath={paths.contract} size="small" />
      </Stack>
    </AlertBox>
  );
}

interface ContractScreenProps {
  contract: Contract;
  query: ContractQuery;
  /** The customer has returned from the card provider. */
  cardChanged: boolean;
}

function ContractScreen({ contract, query, cardChanged }: ContractScreenProps) {
  const { error, refetch } = query;
  const [text, setText] = useArrivalMessage(cardChanged);
  const contractChange = useContractChange();
  const company = useProfileQuery(false).data?.CorporateName;
  const { done, failure, dialog } = contractChange;
  const { status, actions, invoices } = contract;
  const canBuy = actions.includes("upgrade") || actions.includes("subscribe");
  const hasInvoices = status !== "trial" || invoices === null || invoices.length > 0;
  return (
    <>
      <Typography variant="h2" component="p" className="only-printed">
        {company}
      </Typography>
      {error && (
        <AlertBox severity="warning">{`最新の情報を表示できていません。${reasonFor(error) ?? ""}`}</AlertBox>
      )}
      {text !== undefined && <AlertBox severity="info">{text}</AlertBox>}
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {done && <Outcome key={done} done={done} />}
      <LatePaymentAlert
        contract={contract}
        cardChange={<CardChangeButton returnPath={paths.contract} size="small" />}
      />
      <CardExpiryAlert contract={contract} />
      <ContractSummary contract={contract} contractChange={contractChange} />
      {actions.includes("subscribe") && (
        <Suspense fallback={<Spinner />}>
          <Resubscription contract={contract} onPurchased={() => setText(resubscribed)} />
        </Suspense>
      )}
      {canBuy && <Quotes onRefused={() => void refetch()} />}
      {hasInvoices && <InvoiceList query={query} />}
      {contract.invoiceFields && (
        <InvoiceFieldsDisclosure
          stored={contract.invoiceFields}
          stopped={contract.stoppedCopies}
          contractChange={contractChange}
        />
      )}
      <Cancellation contract={contract} contractChange={contractChange} />
      {dialog}
    </>
  );
}

/** Redirects an account without a profile to the sign-up wizard. */
function useRedirect(error: Error | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (error instanceof ApiError && error.status === 404) navigate(paths.signUp, { replace: true });
  }, [error, navigate]);
}

/**
 * The placeholder while the contract loads. Taller than most contracts, so that the elements below it start
 * outside the window.
 */
function ContractSkeleton() {
  const isTrial = tabStorage.read("plan") === "trial";
  return (
    <Stack spacing={3} role="status" aria-label="ご契約の情報を読み込んでいます">
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
        <SkeletonLines groups={isTrial ? 1 : 4} height={isTrial ? "9rem" : "26rem"} />
      </Paper>
      {!isTrial && <SkeletonLines groups={3} height="16rem" />}
    </Stack>
  );
}

function LoadedContract() {
  const cardChanged = useCardReturn();
  const query = useContract({ isSettling: cardChanged });
  const { contract, error } = query;
  useRedirect(error);
  if (contract) return <ContractScreen contract={contract} query={query} cardChanged={cardChanged} />;
  const failure = failureSentence(error, "ご契約の情報を読み込めませんでした。");
  if (failure === undefined) return <ContractSkeleton />;
  return <LoadFailure onRetry={() => void query.refetch()}>{failure}</LoadFailure>;
}

/** /contract */
export default function ContractPage() {
  return (
    <Page header="signed-in" title="ご契約とお支払い">
      <LoadedContract />
      <BackToMenu />
    </Page>
  );
}
