import { useState } from "react";
import { type BodyOf, createQuote } from "#shared/endpoints.ts";
import type { StoredDraft } from "#web/flow/draft.ts";
import { showFieldErrors, useCall } from "#web/flow/use-call.ts";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import type { quoteDraft } from "./quote-draft.ts";

type Wish = BodyOf<typeof createQuote>;
type WishDraft = typeof quoteDraft extends StoredDraft<infer Typed> ? StoredDraft<Typed> : never;

const names = ["addressee", "addresseeKind", "department", "person", "months", "firstMonth"] as const;

/**
 * Returns the form of a quote. Its values are a draft. `make` creates the quote, and `made` is its result:
 * `undefined` if a field is invalid, which the form shows.
 */
export function useQuoteForm<Made>(
  draft: WishDraft,
  make: (wish: Wish) => Promise<Made>,
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
  const makeUnlessWrong = (wish: Wish): Promise<Made | undefined> =>
    make(wish).catch((error: unknown) => {
      if (!showFieldErrors(form, error, (name) => names.find((field) => field === name))) throw error;
      return undefined;
    });
  const complaint = "見積書を作成できませんでした。";
  const { call, data, failure } = useCall(makeUnlessWrong, { complaint, onError });
  return { form, made: data, failure, submit: async (wish: Wish): Promise<void> => void (await call(wish)) };
}
