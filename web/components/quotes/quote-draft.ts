import * as z from "zod/mini";
import { defineDraft, defineOwnDraft } from "#web/flow/draft.ts";

const typed = z.object({
  addressee: z.string(),
  addresseeKind: z.optional(z.int()),
  department: z.string(),
  person: z.string(),
  months: z.int(),
  firstMonth: z.optional(z.int()),
});

/** The draft of a quote of the signed-in customer. */
export const quoteDraft = defineOwnDraft("quoteInfo", typed);

/** The draft of a quote without an account. */
export const publicQuoteDraft = defineDraft("publicQuoteInfo", typed);
