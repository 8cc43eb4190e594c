import * as z from "zod/mini";
import { defineDraft } from "#web/flow/draft.ts";
import { session } from "#web/lib/session.ts";

/** What was typed for the next quote. */
export const quoteDraft = defineDraft(
  "quoteInfo",
  z.object({
    loginId: z.string(),
    addressee: z.string(),
    department: z.string(),
    person: z.string(),
    months: z.int(),
  }),
);

/** This customer's. */
export function readQuoteDraft() {
  const draft = quoteDraft.read();
  return draft?.loginId === session.read("loginId") ? draft : undefined;
}
