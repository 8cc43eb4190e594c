import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import type { BillingFields } from "#shared/customer/billing-contact.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { labels } from "#shared/labels.ts";
import { Description, DescriptionList } from "../description-list.tsx";
import { PaymentOption } from "./payment-option.tsx";

interface InvoiceOptionProps {
  contact: BillingFields;
  every: string;
  applying: boolean;
  disabled: boolean;
  onApply: () => void;
  onCorrect: () => void;
}

function Recipient({ contact }: Pick<InvoiceOptionProps, "contact">) {
  return (
    <DescriptionList>
      {namesIn("billingContact")
        .filter((name) => contact[name])
        .map((name) => (
          <Description key={name} term={labels[name]}>
            {contact[name]}
          </Description>
        ))}
    </DescriptionList>
  );
}

function Confirmation({ contact, applying, disabled, onApply, onCorrect }: InvoiceOptionProps) {
  const text = useRef<HTMLParagraphElement>(null);
  // The button that led here is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <Stack spacing={2}>
      <Typography ref={text} tabIndex={-1}>
        以下の宛先に請求書をお送りします。お申し込みを確定すると、すぐにスタンダードプランをご利用いただけます。
      </Typography>
      <Recipient contact={contact} />
      <Stack direction="row" spacing={1.5} useFlexGap>
        <Button loading={applying} disabled={disabled} onClick={onApply}>
          請求書払いで申し込む
        </Button>
        <Button variant="outlined" disabled={applying || disabled} onClick={onCorrect}>
          請求先を修正する
        </Button>
      </Stack>
    </Stack>
  );
}

/** By invoice; what happens is confirmed first, because nothing else stands between the click and the contract. */
export function InvoiceOption(props: InvoiceOptionProps) {
  const [chosen, setChosen] = useState(false);
  const then = [
    "お申し込みと同時に、スタンダードプランをご利用いただけます。",
    `請求書を${props.every}、請求先のメールアドレスにお送りします。`,
    "請求書に記載の期日までに、銀行振込でお支払いください。",
  ];
  return (
    <PaymentOption title="請求書払い" then={then}>
      {chosen ? (
        <Confirmation {...props} />
      ) : (
        <Button variant="outlined" disabled={props.disabled} onClick={() => setChosen(true)}>
          請求書払いを選択
        </Button>
      )}
    </PaymentOption>
  );
}
