import Button from "@mui/material/Button";
import Chip, { type ChipProps } from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import type { Contract, ContractStatus } from "#shared/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { paths } from "#web/routes/paths.ts";
import type { ContractChange } from "./use-contract-change.ts";

const names: Readonly<Record<ContractStatus, { label: string; color: ChipProps["color"] }>> = {
  trial: { label: "トライアル中", color: "info" },
  active: { label: "利用中", color: "success" },
  past_due: { label: "お支払い確認待ち", color: "warning" },
  cancel_scheduled: { label: "解約予約済み", color: "warning" },
  suspended: { label: "停止中", color: "error" },
};

const day = (at: string | null): string => (at === null ? "" : (formatDay(at) ?? ""));

function firstDueOf({ invoices }: Contract): string | undefined {
  const due = (invoices ?? []).filter(({ status, isLate }) => status === "open" && !isLate).at(-1)?.dueAt;
  return due === null || due === undefined ? undefined : formatDay(due);
}

/** What there is to do next. */
function nextStep(contract: Contract): string {
  const { status, cancelAt } = contract;
  const due = firstDueOf(contract);
  switch (status) {
    case "trial":
      return "トライアルプランをご利用中です。スタンダードプランへアップグレードされますと、ご契約の内容と請求書をここで確認できます。";
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

interface ContractStateProps {
  contract: Contract;
  contractChange: ContractChange;
}

/** The contract's status in words, and what to do next. */
export function ContractState({ contract, contractChange: { change, pending } }: ContractStateProps) {
  const navigate = useNavigate();
  const willEnd = contract.plan === "standard" && contract.cancelAt !== null;
  const { label, color } = names[contract.status];
  return (
    <Paper variant="quiet" component="section" aria-label="ご契約の状態">
      <Stack spacing={1.5}>
        <Chip label={label} color={color ?? "default"} />
        <Typography>{nextStep(contract)}</Typography>
        {willEnd && (
          <Button
            loading={pending?.operation === "resume"}
            disabled={pending !== undefined && pending.operation !== "resume"}
            onClick={() => void change({ operation: "resume" })}
          >
            解約を取り消す
          </Button>
        )}
        {contract.status === "trial" && (
          <Button onClick={() => navigate(paths.upgrade)}>アップグレードへ</Button>
        )}
      </Stack>
    </Paper>
  );
}
