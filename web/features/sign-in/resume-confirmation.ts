import { type SignUpDraft, signUpDraft } from "#web/flow/sign-up-draft.ts";
import { rememberPassword } from "#web/lib/identity/pending-password.ts";

/** A draft of another login ID keeps what the person typed about the company, but not that account's address. */
function ownDraft(loginId: string): SignUpDraft {
  const draft = signUpDraft.read() ?? { step: 4, company: {} };
  if (draft.userId === undefined || draft.userId === loginId) return draft;
  const { email: _, codeSentAt: __, ...rest } = draft;
  return rest;
}

/** Takes an account that was never confirmed back to the wizard's e-mail code step, where a new code is sent. */
export function resumeConfirmation(loginId: string, password: string): void {
  signUpDraft.write({ ...ownDraft(loginId), step: 4, userId: loginId, accountCreated: true });
  rememberPassword(loginId, password);
}
