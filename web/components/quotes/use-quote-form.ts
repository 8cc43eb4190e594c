import { useState } from "react";
import { type BodyOf, createQuote } from "#shared/endpoints.ts";
import type { StoredDraft } from "#web/flow/draft.ts";
import { showFieldErrors } from "#web/flow/use-call.ts";
import { type PortalForm, usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import type { quoteDraft } from "./quote-draft.ts";

export type Wish = BodyOf<typeof createQuote>;
type WishDraft = typeof quoteDraft extends StoredDraft<infer Typed> ? StoredDraft<Typed> : never;

/** Typed values survive a reload and an expired session. */
export function useQuoteForm(draft: WishDraft, company = ""): PortalForm<Wish> {
  const [typed] = useState(draft.read);
  const { addressee = company, department = "", person = "", months = 12, firstMonth } = typed ?? {};
  const form = usePortalForm(createQuote.body, { addressee, department, person, months, firstMonth });
  useTyped(form, ({ department = "", person = "", ...values }) =>
    draft.write({ department, person, ...values }),
  );
  return form;
}

const names = ["addressee", "department", "person", "months", "firstMonth"] as const;

/** Resolves to undefined when a field is wrong, which says so. */
export async function unlessWrong<Result>(
  form: PortalForm<Wish>,
  call: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await call();
  } catch (error) {
    if (!showFieldErrors(form, error, (name) => names.find((field) => field === name))) throw error;
    return undefined;
  }
}
