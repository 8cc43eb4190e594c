/** Code that a sign-in needs after the first keystroke. In a file of its own, so that /signin's first file is small. */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { Resolver } from "react-hook-form";
import { signInForm } from "#shared/customer/customer.ts";
import { claimSignUp, signUpDraft } from "#web/flow/sign-up-draft.ts";
import { rememberPassword } from "#web/lib/identity/password/pending-password.ts";

export interface Credentials {
  loginId: string;
  password: string;
}

export const signInResolver: Resolver<Credentials, unknown, Credentials> = standardSchemaResolver(signInForm);

/** Prepares the wizard's e-mail code step for an unconfirmed account. The step sends a new code. */
export function resumeConfirmation(loginId: string, password: string): void {
  claimSignUp(loginId);
  const draft = signUpDraft.read() ?? { company: {} };
  signUpDraft.write({ ...draft, step: 4, userId: loginId, accountCreated: true });
  rememberPassword(loginId, password);
}
