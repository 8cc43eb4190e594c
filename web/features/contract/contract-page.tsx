import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { useContract } from "#web/lib/contract.ts";
import { session } from "#web/lib/session.ts";
import { useCardReturn } from "#web/lib/use-card-change.ts";
import { paths } from "#web/routes/paths.ts";
import { ContractScreen } from "./contract-screen.tsx";
import { NotLoaded, useRedirect } from "./not-loaded.tsx";

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
  if (!contract) {
    return error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <ContractSkeleton />;
  }
  const reload = () => void refetch();
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
