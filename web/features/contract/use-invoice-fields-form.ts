import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import {
  type InvoiceFields,
  invoiceFieldNames,
  invoiceFields,
  type StoredInvoiceFields,
} from "#shared/contract.ts";
import { defineDraft } from "#web/flow/draft.ts";
import { type PortalForm, usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { session } from "#web/lib/session.ts";

const draft = defineDraft(
  "invoiceFieldsInfo",
  z.object({ loginId: z.string(), typed: z.partialRecord(z.enum(invoiceFieldNames), z.string()) }),
);
/** The fields that differ from what is stored, as typed. */
type Typed = Partial<StoredInvoiceFields>;

/** What this customer typed and did not save. */
export function readTyped(): Typed | undefined {
  const kept = draft.read();
  return kept && kept.loginId === session.read("loginId") ? kept.typed : undefined;
}

function writeTyped(typed: Typed): void {
  if (Object.keys(typed).length === 0) draft.clear();
  else draft.write({ loginId: session.read("loginId") ?? "", typed });
}

function typedIn(values: InvoiceFields, stored: StoredInvoiceFields): Typed {
  const typed: Typed = {};
  for (const name of invoiceFieldNames) {
    const value = values[name] ?? "";
    const normalised = invoiceFields.shape[name].safeParse(value).data ?? value;
    if (normalised !== stored[name]) typed[name] = value;
  }
  return typed;
}

/**
 * What is stored with the customer's own text over it. The text survives a reload and an expired session; every other
 * field follows what another tab saves, so that saving here does not undo it.
 */
export function useInvoiceFieldsForm(stored: StoredInvoiceFields): PortalForm<InvoiceFields> {
  const [initial] = useState(() => ({ ...stored, ...readTyped() }));
  const form = usePortalForm(invoiceFields, initial);
  const { getValues, reset } = form;
  const shown = useRef(stored);
  useTyped(form, (values) => writeTyped(typedIn(values, shown.current)));
  useEffect(() => {
    if (shown.current === stored) return;
    const typed = typedIn(getValues(), shown.current);
    shown.current = stored;
    reset({ ...stored, ...typed }, { keepErrors: true });
  }, [stored, getValues, reset]);
  return form;
}
