import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { invoiceFieldNames, type StoredInvoiceFields } from "#shared/invoice-fields.ts";
import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { FormField } from "./form-field.tsx";
import { Cell, FieldGrid } from "./form-section.tsx";

interface InvoiceFieldsTitleProps {
  typed: StoredInvoiceFields | undefined;
  /** Addresses of recipients who have stopped the invoice copies. */
  stopped?: readonly string[];
}

/** The title of the invoice fields' disclosure: their values, or their names if all are empty. */
export function InvoiceFieldsTitle({ typed, stopped = [] }: InvoiceFieldsTitleProps) {
  const filled = invoiceFieldNames.filter((name) => typed?.[name].trim());
  const lines = filled.map((name) => `${labels[name]}: ${typed?.[name]}`);
  if (stopped.length > 0) lines.push(`宛先のご希望により送付を停止: ${stopped.join("、")}`);
  return (
    <Stack spacing={0.5}>
      <span>請求書の記載事項と控えの送付先</span>
      {(lines.length > 0 ? lines : ["宛名・部署名・発注番号・CC"]).map((line) => (
        <Typography key={line} component="span" variant="body2" color="textSecondary">
          {line}
        </Typography>
      ))}
    </Stack>
  );
}

/** The inputs of the invoice fields. */
export const InvoiceFieldInputs = () => (
  <FieldGrid>
    <Cell width="full">
      <FormField name="addressee" label={labels.addressee} />
    </Cell>
    <FormField name="department" label={labels.department} />
    <FormField name="orderNumber" label={labels.orderNumber} />
    <Cell width="full">
      <FormField
        name="ccAddresses"
        label={labels.ccAddresses}
        inputMode="email"
        hint={`請求書を発行するたびに、請求書のPDFをメールでお送りします。${limits.ccAddresses}件まで、カンマ区切りで入力できます。`}
      />
    </Cell>
  </FieldGrid>
);
