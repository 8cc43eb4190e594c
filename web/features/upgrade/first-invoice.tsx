import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type RefObject, useImperativeHandle } from "react";
import { invoiceFields } from "#shared/contract.ts";
import { Disclosure } from "#web/components/disclosure.tsx";
import type { DraftStore } from "#web/flow/draft.ts";
import { Form } from "#web/forms/form.tsx";
import { InvoiceFieldInputs, InvoiceFieldsTitle } from "#web/forms/invoice-field-inputs.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import type { Draft } from "./draft.ts";

/** Looks at what was typed: false if something is wrong, which has the focus then. */
export type Check = () => Promise<boolean>;

interface FirstInvoiceProps {
  store: DraftStore<Draft>;
  check: RefObject<Check | null>;
}

const empty = { addressee: "", department: "", orderNumber: "" };

function FirstInvoiceForm({ store, check }: FirstInvoiceProps) {
  const form = usePortalForm(invoiceFields, store.draft.invoiceFields ?? empty);
  const { control, trigger } = form;
  useTyped(form, ({ addressee = "", department = "", orderNumber = "" }) =>
    store.save((draft) => ({ ...draft, invoiceFields: { addressee, department, orderNumber } })),
  );
  useImperativeHandle(check, () => () => trigger(undefined, { shouldFocus: true }));
  return (
    // Without a button of its own: what was typed goes with the purchase.
    <Form form={form} onSubmit={() => {}}>
      <Stack spacing={3} sx={{ pb: 3 }}>
        <Typography>
          ご契約の会社名に加えて、最初の請求書から記載します。空欄の項目は記載されません。ご契約後も「ご契約とお支払い」で変更いただけます。
        </Typography>
        <InvoiceFieldInputs control={control} />
      </Stack>
    </Form>
  );
}

/** What accounting wants on the first invoice, folded; what was typed is told also then. */
export function FirstInvoice({ store, check }: FirstInvoiceProps) {
  const { invoiceFields: typed } = store.draft;
  return (
    <Disclosure title={<InvoiceFieldsTitle typed={typed} />} open={typed !== undefined} lazy>
      <FirstInvoiceForm store={store} check={check} />
    </Disclosure>
  );
}
