import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { useContract } from "#web/lib/contract.ts";
import { useCardReturn } from "#web/lib/use-card-change.ts";
import { paths } from "#web/routes/paths.ts";
import { ContractScreen } from "./contract-screen.tsx";
import { ContractSkeleton } from "./contract-skeleton.tsx";
import { NotLoaded, useRedirect } from "./not-loaded.tsx";

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
