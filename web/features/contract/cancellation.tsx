import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Contract } from "#shared/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import type { ContractChange } from "./use-contract-change.ts";

interface CancellationProps {
  contract: Contract;
  contractChange: ContractChange;
}

/** The end of a contract that goes on. */
export function Cancellation({ contract, contractChange: { change, pending } }: CancellationProps) {
  const [asking, setAsking] = useState(false);
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
          onCancel={() => setAsking(false)}
          onConfirm={(reason) => {
            setAsking(false);
            void change({ operation: "cancel", ...(reason && { reason }) });
          }}
        />
      )}
    </Stack>
  );
}
