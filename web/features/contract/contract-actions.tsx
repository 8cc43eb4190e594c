import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Contract } from "#shared/contract.ts";
import { type CancellationReason, cancellationReasons } from "#shared/enums.ts";
import { paths } from "#shared/site/paths.ts";
import { Choice } from "#web/components/choice.tsx";
import { ConfirmButton } from "#web/components/confirm-dialog.tsx";
import { PathButton } from "#web/components/path-button.tsx";
import { Section } from "#web/components/section.tsx";
import { Sentence } from "#web/components/sentence.tsx";
import { CardChangeButton } from "#web/flow/card-change.tsx";
import { latePayments } from "#web/lib/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";
import type { ContractChange } from "./use-contract-change.ts";

const texts = {
  invoice: {
    label: "請求書払い（銀行振込）に変更",
    title: "請求書払いに変更しますか？",
    text: "次回のご請求から、請求書を請求先のメールアドレスにお送りします。お支払い期限までに銀行振込でお支払いください。",
    confirmLabel: "請求書払いに変更する",
  },
  card: {
    label: "クレジットカードに変更",
    title: "クレジットカードに変更しますか？",
    text: "決済サービス（Stripe）のページでカードを登録されると、次回のご請求からそのカードで自動でお支払いいただきます。",
    confirmLabel: "カードの登録へ進む",
  },
} as const;

interface ActionProps {
  contract: Contract;
  contractChange: ContractChange;
}

/** Another card, and the other way to pay, which is explained before the customer changes to it. */
function PaymentActions({ contract, contractChange: { change, busyWith } }: ActionProps) {
  const byCard = contract.paymentMethod?.type === "card";
  const to = byCard ? "invoice" : "card";
  const { label, title, text, confirmLabel } = texts[to];
  return (
    <Stack direction="row" spacing={1.5} useFlexGap>
      {byCard && <CardChangeButton returnPath={paths.contract} />}
      <ConfirmButton
        label={label}
        button={busyWith("change-payment-type")}
        title={title}
        cancelLabel="変更しない"
        confirmLabel={confirmLabel}
        confirmColor="primary"
        onConfirm={() => change({ operation: "change-payment-type", paymentType: to })}
      >
        {text}
        {/* Something is to be paid already. */}
        {contract.owed.length > 0 && "お支払い待ちの請求書は、「請求書と領収書」からお支払いください。"}
      </ConfirmButton>
    </Stack>
  );
}

/** The actions of a contract: a trial is upgraded, a cancelled one resumed, an active one paid in another way. */
export function SummaryActions({ contract, contractChange }: ActionProps) {
  const { change, busyWith } = contractChange;
  if (contract.status === "trial") return <PathButton to={paths.upgrade}>アップグレードへ</PathButton>;
  if (contract.plan !== "standard") return null;
  if (contract.cancelAt === null && contract.canChangePaymentType)
    return <PaymentActions contract={contract} contractChange={contractChange} />;
  if (contract.cancelAt === null) return null;
  // A screen has one main action: here that is the payment, while one is late.
  const isLate = latePayments(contract).some(({ isOfCurrentContract }) => isOfCurrentContract);
  return (
    <Button
      variant={isLate ? "outlined" : "contained"}
      {...busyWith("resume")}
      onClick={() => change({ operation: "resume" })}
    >
      解約を取り消す
    </Button>
  );
}

const consequences = (end: string | null): readonly string[] => [
  `${formatDay(end) ?? "ご契約期間の終了日"}まで、これまでどおりご利用いただけます。`,
  "それまでは、この画面から解約を取り消せます。",
  "その後は更新されず、ご請求もありません。日割りでのご返金はありません。",
  "お客様情報と音声プロバイダー情報は残り、いつでもご契約を再開できます。",
];

const isReason = (value: string): value is CancellationReason => value in cancellationReasons;

/** The end of a contract that goes on: what it means, and an optional reason, which a cancellation that failed keeps. */
export function Cancellation({ contract, contractChange: { change, busyWith } }: ActionProps) {
  const [reason, setReason] = useState("");
  const { plan, cancelAt, currentPeriodEnd } = contract;
  if (plan !== "standard" || cancelAt !== null) return null;
  return (
    <Section id="cancellation" title="解約" spacing={1.5}>
      <Typography>ご契約期間の終了日をもって、スタンダードプランを解約できます。</Typography>
      <ConfirmButton
        label="解約する"
        button={{ color: "error", ...busyWith("cancel") }}
        title="スタンダードプランを解約しますか？"
        cancelLabel="解約しない"
        confirmLabel="解約を申し込む"
        field={
          <Choice
            label="解約の理由（任意）"
            none="選択しない"
            choices={Object.entries(cancellationReasons)}
            value={reason}
            onChoose={setReason}
          />
        }
        onConfirm={() => change({ operation: "cancel", ...(isReason(reason) && { reason }) })}
      >
        <Stack component="ul" spacing={0.5} sx={{ mb: 2 }}>
          {consequences(currentPeriodEnd).map((sentence) => (
            <li key={sentence}>
              <Sentence>{sentence}</Sentence>
            </li>
          ))}
        </Stack>
      </ConfirmButton>
    </Section>
  );
}
