import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { StoredInvoiceFields } from "#shared/contract.ts";
import { Disclosure } from "#web/components/disclosure.tsx";
import { Form } from "#web/forms/form.tsx";
import { InvoiceFieldInputs, InvoiceFieldsTitle } from "#web/forms/invoice-field-inputs.tsx";
import type { ContractChange } from "./use-contract-change.ts";
import { readTyped, useInvoiceFieldsForm } from "./use-invoice-fields-form.ts";

interface InvoiceFieldsProps {
  /** As they are printed at present. */
  stored: StoredInvoiceFields;
  contractChange: ContractChange;
}

function InvoiceFieldsForm({ stored, contractChange: { change, pending } }: InvoiceFieldsProps) {
  const form = useInvoiceFieldsForm(stored);
  const { control } = form;
  return (
    <Form form={form} onSubmit={(fields) => change({ operation: "invoice-fields", ...fields })}>
      <Stack spacing={3}>
        <Typography>
          ご契約の会社名に加えて、次回以降の請求書に記載します。空欄の項目は記載されません。
        </Typography>
        <InvoiceFieldInputs control={control} />
        <Button
          type="submit"
          variant="outlined"
          loading={pending?.operation === "invoice-fields"}
          disabled={pending !== undefined && pending.operation !== "invoice-fields"}
        >
          記載事項と送付先を保存
        </Button>
      </Stack>
    </Form>
  );
}

/** What accounting wants on the invoices: whom they are for, and the number of the order. Unfolded if something is not saved. */
export function InvoiceFieldsDisclosure(props: InvoiceFieldsProps) {
  const [isOpen] = useState(() => readTyped() !== undefined);
  return (
    <Disclosure title={<InvoiceFieldsTitle typed={props.stored} />} open={isOpen} lazy>
      <InvoiceFieldsForm {...props} />
    </Disclosure>
  );
}
