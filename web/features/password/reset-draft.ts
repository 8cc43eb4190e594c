/** The draft of a password reset (`passwordReset`), for a reload. It never contains a code or a password. */
import * as z from "zod/mini";
import { limits } from "#shared/limits.ts";
import { defineDraft } from "#web/flow/draft.ts";

const draftShape = z.object({
  loginId: z.string().check(z.minLength(1)),
  /** Epoch milliseconds of the last code. Absent if the request may not have arrived. */
  sentAt: z.optional(z.number()),
});
export type ResetDraft = z.output<typeof draftShape>;

export const resetDraft = defineDraft("passwordReset", draftShape);

/** Returns whether a code was just sent: another one would make it invalid. */
export function wasCodeJustSent(loginId: string, now: number): boolean {
  const draft = resetDraft.read();
  return draft?.loginId === loginId && now - (draft.sentAt ?? 0) < limits.sendAgainSeconds * 1000;
}
