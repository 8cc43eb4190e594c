import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { LoadFailure } from "#web/components/loaded-section.tsx";
import { Page } from "#web/components/page.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { session } from "#web/lib/session.ts";
import { useCardReturn } from "#web/lib/use-card-change.ts";
import { useContract } from "#web/lib/use-contract.ts";
import { paths } from "#web/routes/paths.ts";
import { ContractScreen } from "./contract-screen.tsx";

/** An account without a record goes back into the sign-up. */
export function useRedirect(error: Error | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (error instanceof ApiError && error.status === 404) navigate(paths.signUp, { replace: true });
  }, [error, navigate]);
}

/** In the place of the contract while it loads: higher than most contracts, so that what is below it comes from below the fold. */
function ContractSkeleton() {
  const isTrial = session.read("plan") === "trial";
  return (
    <Stack spacing={3} role="status" aria-label="ご契約の情報を読み込んでいます">
      <Skeleton variant="rounded" height={isTrial ? "13rem" : "30rem"} />
      {!isTrial && <Skeleton variant="rounded" height="16rem" />}
    </Stack>
  );
}

function LoadedContract() {
  const cardChanged = useCardReturn();
  const { contract, error, refetch, ...query } = useContract({ isSettling: cardChanged });
  useRedirect(error);
  const reload = () => void refetch();
  const failure = failureSentence(error, "ご契約の情報を読み込めませんでした。");
  if (!contract)
    return failure === undefined ? (
      <ContractSkeleton />
    ) : (
      <LoadFailure onRetry={reload}>{failure}</LoadFailure>
    );
  return <ContractScreen {...{ contract, error, query, reload, cardChanged }} />;
}

/** /contract */
export default function ContractPage() {
  const navigate = useNavigate();
  return (
    <Page header="signed-in" title="ご契約とお支払い">
      <LoadedContract />
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </Page>
  );
}
