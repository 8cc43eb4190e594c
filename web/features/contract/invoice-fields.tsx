import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { invoiceFields, type StoredInvoiceFields } from "#shared/contract.ts";
import { labels } from "#shared/labels.ts";
import { Disclosure } from "#web/components/disclosure.tsx";
import { Form } from "#web/forms/form.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { FieldGrid, FullWidth } from "#web/forms/form-section.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import type { ContractChange } from "./use-contract-change.ts";

interface InvoiceFieldsProps {
  /** As they are printed at present. */
  stored: StoredInvoiceFields;
  contractChange: ContractChange;
}

function InvoiceFieldsForm({ stored, contractChange: { change, pending } }: InvoiceFieldsProps) {
  const form = usePortalForm(invoiceFields, stored);
  const { control } = form;
  return (
    <Form form={form} onSubmit={(fields) => change({ operation: "invoice-fields", ...fields })}>
      <Stack spacing={3}>
        <Typography>
          ご契約の会社名に加えて、次回以降の請求書に記載します。空欄の項目は記載されません。
        </Typography>
        <FieldGrid>
          <FullWidth>
            <FormField control={control} name="addressee" label={labels.addressee} />
          </FullWidth>
          <FormField control={control} name="department" label={labels.department} />
          <FormField control={control} name="orderNumber" label={labels.orderNumber} />
        </FieldGrid>
        <Button
          type="submit"
          variant="outlined"
          loading={pending?.operation === "invoice-fields"}
          disabled={pending !== undefined && pending.operation !== "invoice-fields"}
        >
          記載事項を保存
        </Button>
      </Stack>
    </Form>
  );
}

/** What accounting wants on the invoices: whom they are for, and the number of the order. */
export const InvoiceFieldsDisclosure = (props: InvoiceFieldsProps) => (
  <Disclosure title="請求書の記載事項（宛名・部署名・発注番号）" lazy>
    <InvoiceFieldsForm {...props} />
  </Disclosure>
);
