import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import {
  type InvoiceFields,
  invoiceFieldNames,
  invoiceFields,
  type StoredInvoiceFields,
} from "#shared/invoice-fields.ts";
import { changedNames, defineOwnDraft } from "#web/flow/draft.ts";
import { fieldSpacing } from "#web/forms/field-frame.tsx";
import { Form } from "#web/forms/form.tsx";
import { InvoiceFieldInputs, InvoiceFieldsTitle } from "#web/forms/invoice-field-inputs.tsx";
import { type PortalForm, usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import type { ContractChange } from "./use-contract-change.ts";

/** The fields that differ from the stored values, as typed. */
const typedFields = z.partialRecord(z.enum(invoiceFieldNames), z.string());
type Typed = z.output<typeof typedFields>;
const draft = defineOwnDraft("invoiceFieldsInfo", typedFields);

function saveTyped(typed: Typed): void {
  if (Object.keys(typed).length === 0) draft.clear();
  else draft.write(typed);
}

function typedIn(values: InvoiceFields, stored: StoredInvoiceFields): Typed {
  const changed = changedNames(values, stored, invoiceFields.shape);
  const typed = Object.entries(values).filter(([name]) => changed.includes(name));
  return Object.fromEntries(typed.map(([name, text = ""]) => [name, text]));
}

/**
 * Returns the form of the stored invoice fields and the draft. The draft survives a reload and an expired
 * session. Unchanged fields follow changes of another tab, so that saving does not undo them.
 */
function useInvoiceFieldsForm(stored: StoredInvoiceFields): PortalForm<InvoiceFields> {
  const [initial] = useState(() => ({ ...stored, ...draft.read() }));
  const form = usePortalForm(invoiceFields, initial);
  const { getValues, reset } = form;
  const shown = useRef(stored);
  useTyped(form, (values) => saveTyped(typedIn(values, shown.current)));
  useEffect(() => {
    if (shown.current === stored) return;
    const typed = typedIn(getValues(), shown.current);
    shown.current = stored;
    reset({ ...stored, ...typed }, { keepErrors: true });
  }, [stored, getValues, reset]);
  return form;
}

interface InvoiceFieldsProps {
  /** The stored invoice fields. */
  stored: StoredInvoiceFields;
  /** Addresses of recipients who have stopped the invoice copies. */
  stopped: readonly string[];
  contractChange: ContractChange;
}

function InvoiceFieldsForm({ stored, stopped, contractChange: { change, busyWith } }: InvoiceFieldsProps) {
  const form = useInvoiceFieldsForm(stored);
  return (
    <Form
      form={form}
      onSubmit={(fields) => change({ operation: "invoice-fields", ...fields, before: stored })}
    >
      <Stack spacing={fieldSpacing}>
        <Typography>
          ご契約者名に加えて、次回以降の請求書に記載します。空欄の項目は記載されません。
        </Typography>
        <InvoiceFieldInputs />
        {stopped.length > 0 && (
          <AlertBox severity="info">
            <Typography translate="no">{stopped.join("、")}</Typography>
            <Typography>
              この宛先のご希望により、請求書の控えの送付を停止しています。送付の再開は、宛先の方が控えのメールに記載のリンクから行えます。
            </Typography>
          </AlertBox>
        )}
        <Button type="submit" variant="outlined" {...busyWith("invoice-fields")}>
          記載事項と送付先を保存
        </Button>
      </Stack>
    </Form>
  );
}

/** The disclosure with the form of the invoice fields. Open if there is a draft. */
export function InvoiceFieldsDisclosure(props: InvoiceFieldsProps) {
  const [isOpen] = useState(() => draft.read() !== undefined);
  return (
    <Disclosure
      title={<InvoiceFieldsTitle typed={props.stored} stopped={props.stopped} />}
      open={isOpen}
      lazy
    >
      <InvoiceFieldsForm {...props} />
    </Disclosure>
  );
}
