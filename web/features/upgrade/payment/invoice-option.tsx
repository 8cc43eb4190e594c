import Box from "@mui/material/Box";
import { useEffect, useRef, useState } from "react";
import { labels } from "../../../../shared/labels.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import type { Draft } from "../draft.ts";
import { PaymentOption } from "./payment-option.tsx";

interface InvoiceOptionProps {
  contact: Draft["billingContact"];
  every: string;
  applying: boolean;
  disabled: boolean;
  onApply: () => void;
  onCorrect: () => void;
}

function Recipient({ contact }: Pick<InvoiceOptionProps, "contact">) {
  return (
    <Box
      component="dl"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "auto minmax(0, 1fr)" },
        columnGap: 3,
        m: 0,
        "& dt": { color: "text.secondary" },
        "& dd": { m: 0 },
      }}
    >
      <dt>{labels.billingChargeName}</dt>
      <dd>{contact.billingChargeName}</dd>
      <dt>{labels.billingPhoneNumber}</dt>
      <dd>{contact.billingPhoneNumber}</dd>
      <dt>{labels.billingEmail}</dt>
      <dd>{contact.billingEmail}</dd>
    </Box>
  );
}

function Confirmation({ contact, applying, disabled, onApply, onCorrect }: InvoiceOptionProps) {
  const text = useRef<HTMLParagraphElement>(null);
  // The button that led here is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <Box sx={{ display: "grid", gap: 2, justifyItems: "start" }}>
      <Box component="p" ref={text} tabIndex={-1} sx={{ outline: "none" }}>
        以下の宛先に請求書をお送りします。お申し込みを確定すると、すぐにスタンダードプランに切り替わります。
      </Box>
      <Recipient contact={contact} />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5 }}>
        <ActionButton pending={applying} disabled={disabled} onClick={onApply}>
          請求書払いで申し込む
        </ActionButton>
        <ActionButton variant="secondary" disabled={applying || disabled} onClick={onCorrect}>
          請求先を修正する
        </ActionButton>
      </Box>
    </Box>
  );
}

/** By invoice; what happens is confirmed first, because nothing else stands between the click and the contract. */
export function InvoiceOption(props: InvoiceOptionProps) {
  const [chosen, setChosen] = useState(false);
  const then = [
    "お申し込みと同時に、スタンダードプランに切り替わります。",
    `請求書を${props.every}、請求先のメールアドレスにお送りします。`,
    "請求書に記載の期日までに、銀行振込でお支払いください。",
  ];
  return (
    <PaymentOption title="請求書払い" then={then}>
      {chosen ? (
        <Confirmation {...props} />
      ) : (
        <ActionButton variant="secondary" disabled={props.disabled} onClick={() => setChosen(true)}>
          請求書払いを選択
        </ActionButton>
      )}
    </PaymentOption>
  );
}
