import { forgetForeignSignUp, signUpDraft } from "#web/flow/sign-up-draft.ts";
import { rememberPassword } from "#web/lib/identity/pending-password.ts";

/** Takes an account that was never confirmed back to the wizard's e-mail code step, where a new code is sent. */
export function resumeConfirmation(loginId: string, password: string): void {
  forgetForeignSignUp(loginId);
  const draft = signUpDraft.read() ?? { company: {} };
  signUpDraft.write({ ...draft, step: 4, userId: loginId, accountCreated: true });
  rememberPassword(loginId, password);
}
