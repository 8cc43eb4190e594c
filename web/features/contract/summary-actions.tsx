import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Contract, PaymentMethod } from "#shared/contract.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { paths } from "#web/routes/paths.ts";
import { CardChangeButton } from "./card-change-button.tsx";
import type { ContractChange } from "./use-contract-change.ts";

interface PaymentTypeDialogProps {
  to: PaymentMethod["type"];
  /** Something is to be paid already. */
  isOwing: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

const texts = {
  invoice: {
    title: "請求書でのお支払いに変更しますか？",
    text: "次回のご請求から、請求書を請求先のメールアドレスにお送りします。お支払い期限までに銀行振込でお支払いください。",
    confirm: "請求書に変更する",
  },
  card: {
    title: "クレジットカードに変更しますか？",
    text: "決済サービス（Stripe）のページでカードを登録されると、次回のご請求からそのカードで自動でお支払いいただきます。",
    confirm: "カードの登録へ進む",
  },
} as const;

/** Explains the other way to pay before the customer changes to it. */
export function PaymentTypeDialog({ to, isOwing, onCancel, onConfirm }: PaymentTypeDialogProps) {
  const { title, text, confirm } = texts[to];
  return (
    <ConfirmDialog
      title={title}
      cancelLabel="変更しない"
      confirmLabel={confirm}
      confirmColor="primary"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {text}
      {isOwing && "お支払い待ちの請求書は、「請求書と領収書」からお支払いください。"}
    </ConfirmDialog>
  );
}

interface ActionProps {
  contract: Contract;
  contractChange: ContractChange;
}

/** Another card, and the other way to pay. */
function PaymentActions({ contract, contractChange: { change, pending } }: ActionProps) {
  const [asking, setAsking] = useState(false);
  const byCard = contract.paymentMethod?.type === "card";
  const to = byCard ? "invoice" : "card";
  return (
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
      {asking && (
        <PaymentTypeDialog
          to={to}
          isOwing={contract.owed.length > 0}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void change({ operation: "change-payment-type", paymentType: to });
          }}
        />
      )}
    </Stack>
  );
}

/** The actions of a contract: a trial is upgraded, a cancelled one resumed, an active one paid in another way. */
export function SummaryActions({ contract, contractChange }: ActionProps) {
  const navigate = useNavigate();
  const { change, pending } = contractChange;
  if (contract.status === "trial")
    return <Button onClick={() => navigate(paths.upgrade)}>アップグレードへ</Button>;
  if (contract.plan !== "standard") return null;
  if (contract.cancelAt === null && contract.canChangePaymentType)
    return <PaymentActions contract={contract} contractChange={contractChange} />;
  if (contract.cancelAt === null) return null;
  return (
    <Button
      loading={pending?.operation === "resume"}
      disabled={pending !== undefined && pending.operation !== "resume"}
      onClick={() => void change({ operation: "resume" })}
    >
      解約を取り消す
    </Button>
  );
}
