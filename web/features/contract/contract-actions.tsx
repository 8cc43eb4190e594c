import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import type { Contract } from "#shared/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { CardChangeButton } from "./card-change-button.tsx";
import { PaymentTypeDialog } from "./payment-type-dialog.tsx";
import type { ContractChange } from "./use-contract-change.ts";

interface ActionProps {
  contract: Contract;
  contractChange: ContractChange;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" spacing={1.5}>
      <Typography variant="h2">{title}</Typography>
      {children}
    </Stack>
  );
}

function PaymentTypeChange({ contract, contractChange: { change, pending } }: ActionProps) {
  const [asking, setAsking] = useState(false);
  const byCard = contract.paymentMethod?.type === "card";
  const to = byCard ? "invoice" : "card";
  return (
    <Section title="お支払い方法の変更">
      <Typography>
        {byCard
          ? "クレジットカードでのお支払いを、請求書（銀行振込）でのお支払いに変更できます。"
          : "請求書（銀行振込）でのお支払いを、クレジットカードでのお支払いに変更できます。"}
      </Typography>
      <Stack direction="row" spacing={1.5} useFlexGap>
        {byCard && <CardChangeButton />}
        <Button
          variant="outlined"
          loading={pending?.operation === "change-payment-type"}
          disabled={pending !== undefined && pending.operation !== "change-payment-type"}
          onClick={() => setAsking(true)}
        >
          {byCard ? "請求書（銀行振込）に変更" : "クレジットカードに変更"}
        </Button>
      </Stack>
      {asking && (
        <PaymentTypeDialog
          to={to}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void change({ operation: "change-payment-type", paymentType: to });
          }}
        />
      )}
    </Section>
  );
}

function Cancellation({ contract, contractChange: { change, pending } }: ActionProps) {
  const [asking, setAsking] = useState(false);
  const { currentPeriodEnd } = contract;
  return (
    <Section title="解約">
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
    </Section>
  );
}

/** What may be changed about a contract that goes on. */
export function ContractActions(props: ActionProps) {
  const { plan, cancelAt } = props.contract;
  if (plan !== "standard") return null;
  return (
    <>
      <PaymentTypeChange {...props} />
      {cancelAt === null && <Cancellation {...props} />}
    </>
  );
}
