import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { LatePaymentNotice } from "../../components/late-payment-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { ApiError } from "../../lib/api/api-error.ts";
import { isSignedOut, reasonFor, useFailureRedirect } from "../../lib/api/failure.ts";
import { useContract } from "../../lib/contract.ts";
import { paths } from "../../routes/paths.ts";
import { ContractDetails } from "./contract-details.tsx";
import { ContractSkeleton } from "./contract-skeleton.tsx";
import { ContractState } from "./contract-state.tsx";
import { InvoiceList } from "./invoice-list.tsx";

/** Who is signed out goes to /signin, an account without a record back into the sign-up. */
function useRedirect(error: Error | null): void {
  const redirect = useFailureRedirect();
  const navigate = useNavigate();
  useEffect(() => {
    if (isSignedOut(error)) redirect(error);
    else if (error instanceof ApiError && error.status === 404) navigate(paths.signUp, { replace: true });
  }, [error, redirect, navigate]);
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <Notice severity="error">ご契約の情報を読み込めませんでした。{reasonFor(error)}</Notice>
      <Button onClick={onRetry}>再試行</Button>
    </>
  );
}

function ContractScreen() {
  const { contract, error, refetch, ...query } = useContract();
  useRedirect(error);
  if (!contract) {
    return error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <ContractSkeleton />;
  }
  return (
    <>
      {error && <Notice severity="warning">最新の情報を表示できていません。{reasonFor(error)}</Notice>}
      <LatePaymentNotice contract={contract} />
      <ContractState contract={contract} />
      <ContractDetails contract={contract} />
      {contract.status !== "trial" && <InvoiceList {...query} onRetry={() => void refetch()} />}
    </>
  );
}

/** /contract */
export default function ContractPage() {
  const navigate = useNavigate();
  return (
    <Page header="signed-in" title="ご契約とお支払い">
      <ContractScreen />
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </Page>
  );
}
