import { useState } from "react";
import { type BodyOf, createQuote } from "#shared/endpoints.ts";
import type { StoredDraft } from "#web/flow/draft.ts";
import { showFieldErrors, useCall } from "#web/flow/use-call.ts";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import type { quoteDraft } from "./quote-draft.ts";

type QuoteRequest = BodyOf<typeof createQuote>;
type TypedQuoteDraft = typeof quoteDraft extends StoredDraft<infer Typed> ? StoredDraft<Typed> : never;

const names = ["addressee", "addresseeKind", "department", "person", "months", "firstMonth"] as const;

/**
 * Returns the form of a quote. Its values are a draft. `create` creates the quote, and `created` is its result:
 * `undefined` if a field is invalid, which the form shows.
 */
export function useQuoteForm<Created>(
  draft: TypedQuoteDraft,
  create: (request: QuoteRequest) => Promise<Created>,
  { company = "", kind = undefined as number | undefined, onError = (_: unknown): unknown => undefined } = {},
) {
  const [typed] = useState(draft.read);
  const { addressee = company, addresseeKind = kind, department = "", person = "" } = typed ?? {};
  const { months = 12, firstMonth } = typed ?? {};
  const form = usePortalForm(createQuote.body, {
    addressee,
    addresseeKind,
    department,
    person,
    months,
    firstMonth,
  });
  useTyped(form, ({ department = "", person = "", ...values }) =>
    draft.write({ department, person, ...values }),
  );
  const createOrShowErrors = (request: QuoteRequest): Promise<Created | undefined> =>
    create(request).catch((error: unknown) => {
      if (!showFieldErrors(form, error, (name) => names.find((field) => field === name))) throw error;
      return undefined;
    });
  const complaint = "見積書を作成できませんでした。";
  const { call, data, failure } = useCall(createOrShowErrors, { complaint, onError });
  return {
    form,
    created: data,
    failure,
    submit: async (request: QuoteRequest): Promise<void> => void (await call(request)),
  };
}
