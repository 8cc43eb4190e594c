import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useNavigate } from "react-router-dom";
import { Page } from "../../components/page.tsx";
import { useContract } from "../../lib/contract.ts";
import { paths } from "../../routes/paths.ts";
import { ContractScreen } from "./contract-screen.tsx";
import { ContractSkeleton } from "./contract-skeleton.tsx";
import { NotLoaded, useRedirect } from "./not-loaded.tsx";

function LoadedContract() {
  const { contract, error, refetch, ...query } = useContract();
  useRedirect(error);
  if (!contract) {
    return error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <ContractSkeleton />;
  }
  return <ContractScreen contract={contract} error={error} query={query} reload={() => void refetch()} />;
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
