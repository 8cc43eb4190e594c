import Chip, { type ChipProps } from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Contract, ContractStatus } from "#shared/contract.ts";
import { Sentence } from "#web/components/sentence.tsx";
import { latePayments } from "#web/lib/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { contractPriceText } from "#web/lib/price.ts";
import { ContractFacts } from "./contract-facts.tsx";
import { SummaryActions } from "./summary-actions.tsx";
import type { ContractChange } from "./use-contract-change.ts";

const names: Readonly<Record<ContractStatus, { label: string; color: ChipProps["color"] }>> = {
  trial: { label: "トライアル中", color: "info" },
  active: { label: "利用中", color: "success" },
  past_due: { label: "お支払い確認待ち", color: "warning" },
  cancel_scheduled: { label: "解約予約済み", color: "warning" },
  suspended: { label: "停止中", color: "error" },
};

const day = (at: string | null): string => (at === null ? "" : (formatDay(at) ?? ""));

function firstDueOf({ owed }: Contract): string | undefined {
  const due = owed.find(({ state }) => state === "due")?.dueAt;
  return due === null || due === undefined ? undefined : formatDay(due);
}

/** What there is to do next. */
function nextStep(contract: Contract): string {
  const { status, cancelAt } = contract;
  const due = firstDueOf(contract);
  switch (status) {
    case "trial":
      return "スタンダードプランへアップグレードされますと、ご契約の内容と請求書をここで確認できます。";
    case "active":
      return due === undefined
        ? "ご契約は自動で更新されます。お手続きの必要はありません。"
        : `お支払い待ちの請求書があります。${due}までにお支払いください。`;
    case "past_due":
      return `スタンダードプランは引き続きご利用いただけます。お支払いを確認しだい、この表示は消えます。${cancelAt === null ? "" : `ご契約は${day(cancelAt)}に終了します。`}`;
    case "cancel_scheduled":
      return `${day(cancelAt)}までスタンダードプランをご利用いただけます。以後は更新されず、ご請求もありません。`;
    case "suspended":
      return `スタンダードプランの機能はご利用いただけません。${cancelAt === null ? "" : `ご契約は${day(cancelAt)}に終了しました。`}`;
  }
}

interface ContractSummaryProps {
  contract: Contract;
  contractChange: ContractChange;
}

/** The contract at a glance: what was bought, for how much, what comes next, and what can be done about it. */
export function ContractSummary({ contract, contractChange }: ContractSummaryProps) {
  const { status, price } = contract;
  const { label, color } = names[status];
  return (
    <Paper variant="outlined" component="section" aria-label="ご契約の状態" sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack spacing={2}>
        <Stack direction="row" spacing={1.5} useFlexGap>
          <Typography variant="h2">
            {status === "trial" ? "トライアルプラン" : "スタンダードプラン"}
          </Typography>
          <Chip size="small" label={label} color={color ?? "default"} />
        </Stack>
        {price && <Typography variant="h3">{contractPriceText(price)}</Typography>}
        {/* The notice above says what to do, and no two notices say the same. */}
        {!(status === "past_due" && latePayments(contract).length > 0) && (
          <Typography>
            <Sentence>{nextStep(contract)}</Sentence>
          </Typography>
        )}
        {status !== "trial" && <ContractFacts contract={contract} />}
        <SummaryActions contract={contract} contractChange={contractChange} />
      </Stack>
    </Paper>
  );
}
