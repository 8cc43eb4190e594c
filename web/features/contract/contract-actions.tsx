import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Contract } from "#shared/contract.ts";
import { type CancellationReason, cancellationReasons } from "#shared/enums.ts";
import { paths } from "#shared/site/paths.ts";
import { CardChangeButton } from "#web/flow/card-change.tsx";
import { isCurrentLate } from "#web/lib/payment-sentences.ts";
import { ConfirmButton } from "#web/ui/confirm-dialog.tsx";
import { PathButton } from "#web/ui/path-button.tsx";
import { Section } from "#web/ui/section.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { cancellationSentences } from "./contract-sentences.ts";
import { PlainSelect } from "./plain-select.tsx";
import type { ContractChange } from "./use-contract-change.ts";

const texts = {
  invoice: {
    label: "請求書払い（銀行振込）に変更する",
    title: "請求書払いに変更しますか？",
    text: "次回のご請求から、請求書を請求先のメールアドレスにお送りします。お支払い期限までに銀行振込でお支払いください。",
    confirmLabel: "請求書払いに変更する",
  },
  card: {
    label: "クレジットカードに変更する",
    title: "クレジットカードに変更しますか？",
    text: "決済サービス（Stripe）のページでカードを登録されると、次回からそのカードに自動で請求されます。",
    confirmLabel: "カードの登録へ進む",
  },
} as const;

interface ActionProps {
  contract: Contract;
  contractChange: ContractChange;
}

/** Buttons for another card and for the other payment type, which is explained before the change. */
function PaymentActions({ contract, contractChange: { change, busyWith } }: ActionProps) {
  const to = contract.actions.includes("pay-by-invoice") ? "invoice" : "card";
  const { label, title, text, confirmLabel } = texts[to];
  const changesCard = contract.actions.includes("change-card");
  return (
    <Stack direction="row" spacing={1.5} useFlexGap>
      {changesCard && <CardChangeButton returnPath={paths.contract} />}
      <ConfirmButton
        label={label}
        button={{ variant: changesCard ? "text" : "outlined", ...busyWith("change-payment-type") }}
        title={title}
        cancelLabel="変更しない"
        confirmLabel={confirmLabel}
        confirmColor="primary"
        onConfirm={() => change({ operation: "change-payment-type", paymentType: to })}
      >
        {/* An open invoice must still be paid. */}
        {`${text}${contract.owed.length > 0 ? "お支払い待ちの請求書は、「請求書と領収書」からお支払いください。" : ""}`}
      </ConfirmButton>
    </Stack>
  );
}

/** Outlined while a payment is late, because paying is the screen's main action then. */
function ResumeButton({ contract, contractChange: { change, busyWith } }: ActionProps) {
  return (
    <Button
      variant={isCurrentLate(contract) ? "outlined" : "contained"}
      {...busyWith("resume")}
      onClick={() => change({ operation: "resume" })}
    >
      解約を取り消す
    </Button>
  );
}

/** The buttons of a contract: upgrade a trial, resume a cancelled contract, or change the payment. */
export function SummaryActions(props: ActionProps) {
  const { actions } = props.contract;
  const canPayOtherwise = actions.includes("pay-by-invoice") || actions.includes("pay-by-card");
  return (
    <>
      {actions.includes("upgrade") && <PathButton to={paths.upgrade}>アップグレードへ</PathButton>}
      {actions.includes("resume") && <ResumeButton {...props} />}
      {canPayOtherwise && <PaymentActions {...props} />}
    </>
  );
}

const isReason = (value: string): value is CancellationReason => value in cancellationReasons;

/** Explains and requests a cancellation. The optional reason is kept after a failure. */
export function Cancellation({ contract, contractChange: { change, busyWith } }: ActionProps) {
  const [reason, setReason] = useState("");
  if (!contract.actions.includes("cancel")) return null;
  return (
    <Section id="cancellation" title="解約" spacing={1.5} className="not-printed">
      <Typography>
        {contract.status === "on_hold"
          ? "停止中のスタンダードプランを、ただちに解約できます。"
          : "解約はいつでもお申し込みいただけます。ご契約は期間の終了日に終了します。"}
      </Typography>
      <ConfirmButton
        label="解約する"
        button={{ color: "error", ...busyWith("cancel") }}
        title="スタンダードプランを解約しますか？"
        cancelLabel="解約しない"
        confirmLabel="解約を申し込む"
        field={
          <PlainSelect
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
          {cancellationSentences(contract).map((sentence) => (
            <li key={sentence}>
              <Sentence>{sentence}</Sentence>
            </li>
          ))}
        </Stack>
      </ConfirmButton>
    </Section>
  );
}
