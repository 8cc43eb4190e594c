import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { BillingFields } from "#shared/customer/billing-contact.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { labels } from "#shared/labels.ts";
import { Description, DescriptionList } from "../description-list.tsx";

interface InvoiceRecipientProps {
  contact: BillingFields;
  disabled: boolean;
  onCorrect: () => void;
}

/** Who gets the invoice: nothing else stands between the button and the contract. */
export function InvoiceRecipient({ contact, disabled, onCorrect }: InvoiceRecipientProps) {
  return (
    <>
      <Typography>以下の宛先に請求書をお送りします。</Typography>
      <DescriptionList>
        {namesIn("billingContact")
          .filter((name) => contact[name])
          .map((name) => (
            <Description key={name} term={labels[name]}>
              {contact[name]}
            </Description>
          ))}
      </DescriptionList>
      <Button variant="outlined" size="small" disabled={disabled} onClick={onCorrect}>
        請求先を修正する
      </Button>
    </>
  );
}
