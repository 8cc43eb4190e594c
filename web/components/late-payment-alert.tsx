import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { type Contract, latePayments, type Owed } from "#shared/contract.ts";
import { formatYen } from "#shared/format-yen.ts";
import { consequenceSentence, lateSentence } from "#web/lib/payment-sentences.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { Sentence } from "#web/ui/sentence.tsx";

/** The button to pay an invoice. Outlined for a former contract, whose screen has resuming as the main action. */
function PayButton({ payment: { amount, hostedUrl, number, contract } }: { payment: Owed }) {
  if (hostedUrl === null) return null;
  return (
    <Button
      variant={contract === "current" ? "contained" : "outlined"}
      href={hostedUrl}
      target="_blank"
      rel="noopener"
      size="small"
    >
      <span>
        請求書 <span className="no-break">{number}</span>
        <Box component="span" sx={{ display: "inline-block" }}>
          <span className="no-break">{`（${formatYen(amount)}）`}</span>
          <span className="no-break">を支払う</span>
        </Box>
      </span>
    </Button>
  );
}

interface LatePaymentAlertProps {
  contract: Contract;
  /** A further paragraph. */
  note?: ReactNode;
  /** The button for another card, shown if another card can pay. */
  cardChange?: ReactNode;
  /** Elements beside the pay button. */
  children?: ReactNode;
}

/** Shows that a payment is late, its due date, and how to pay. Renders nothing without a late payment. */
export function LatePaymentAlert({ contract, note, cardChange, children }: LatePaymentAlertProps) {
  const [first, ...others] = latePayments(contract);
  if (!first) return null;
  const consequence = consequenceSentence(contract, first);
  return (
    <AlertBox severity="warning">
      <AlertTitle>お支払いを確認できていません</AlertTitle>
      <Typography>
        <Sentence>{lateSentence(contract, first)}</Sentence>
      </Typography>
      {consequence !== undefined && (
        <Typography>
          <Sentence>{consequence}</Sentence>
        </Typography>
      )}
      {others.length > 0 && (
        <Typography>
          {`ほかに${others.length}件あります。ご契約とお支払いの「請求書と領収書」からお支払いください。`}
        </Typography>
      )}
      {note}
      <Stack direction="row" spacing={1.5} useFlexGap>
        <PayButton payment={first} />
        {first.ways.includes("change-card") && cardChange}
        {children}
      </Stack>
    </AlertBox>
  );
}
