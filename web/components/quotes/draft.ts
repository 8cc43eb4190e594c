import * as z from "zod/mini";
import { defineOwnDraft } from "#web/flow/draft.ts";

/** What was typed for the next quote. */
export const quoteDraft = defineOwnDraft(
  "quoteInfo",
  z.object({ addressee: z.string(), department: z.string(), person: z.string(), months: z.int() }),
);
