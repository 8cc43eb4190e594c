import * as z from "zod/mini";
import { defineOwnDraft } from "#web/flow/draft.ts";

/** The draft of the next quote. */
export const quoteDraft = defineOwnDraft(
  "quoteInfo",
  z.object({ addressee: z.string(), department: z.string(), person: z.string(), months: z.int() }),
);
