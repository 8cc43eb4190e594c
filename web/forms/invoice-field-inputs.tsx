import type { Control } from "react-hook-form";
import type { InvoiceFields } from "#shared/contract.ts";
import { labels } from "#shared/labels.ts";
import { FormField } from "./form-field.tsx";
import { FieldGrid, FullWidth } from "./form-section.tsx";

export const invoiceFieldsTitle = "請求書の記載事項（宛名・部署名・発注番号）";

/** What accounting wants on the invoices: whom they are for, and the number of the order. */
export const InvoiceFieldInputs = ({ control }: { control: Control<InvoiceFields> }) => (
  <FieldGrid>
    <FullWidth>
      <FormField control={control} name="addressee" label={labels.addressee} />
    </FullWidth>
    <FormField control={control} name="department" label={labels.department} />
    <FormField control={control} name="orderNumber" label={labels.orderNumber} />
  </FieldGrid>
);
