import { type DraftStore as Store, useDraft as useStoredDraft } from "#web/components/wizard/use-draft.ts";
import { signUpDraft } from "#web/lib/drafts/sign-up-draft.ts";
import { type Draft, readDraft } from "./draft.ts";

export type DraftStore = Store<Draft>;

/** The draft, in session storage. */
export const useDraft = (): DraftStore => useStoredDraft(readDraft, signUpDraft.write);
