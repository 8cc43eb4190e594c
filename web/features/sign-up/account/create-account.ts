import { signUp as signUpEndpoint } from "#shared/endpoints.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { recallPassword } from "#web/lib/drafts/pending-password.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { signIn } from "#web/lib/identity/sign-in.ts";
import { resendSignUpCode, signUp } from "#web/lib/identity/sign-up.ts";
import type { CreatedAccount } from "../draft.ts";

export interface Account {
  loginId: string;
  password: string;
  email: string;
  /** Of the verified phone. */
  requestId: string | undefined;
}

const isUsernameTaken = (error: unknown): boolean =>
  error instanceof IdentityError && error.code === "UsernameExistsException";

/** An account that exists, is not confirmed and has this very password. */
const isOurs = async ({ loginId, password }: Account): Promise<boolean> =>
  signIn(loginId, password).then(
    (result) => result === "confirm-sign-up",
    () => false,
  );

/**
 * Creates the account. `answerLost`: an earlier attempt with the same account got no answer, so that a login ID in use
 * may be the person's own. Throws `IdentityError`.
 */
export async function createAccount(account: Account, answerLost: boolean): Promise<"created" | "taken"> {
  try {
    await signUp(account);
    return "created";
  } catch (error) {
    if (!isUsernameTaken(error)) throw error;
    return answerLost && (await isOurs(account)) ? "created" : "taken";
  }
}

/** Frees the login ID of an account that was created with a mistyped address, unless that is confirmed. */
export async function withdrawAccount({ loginId, email, requestId }: CreatedAccount): Promise<void> {
  await callApi(signUpEndpoint, { body: { operation: "withdraw", loginId, email, requestId } });
}

/** The account was created before. The password is the one it was created with, whatever is typed now. */
export async function repeatAccount({ loginId, password }: Account): Promise<"sent" | "other-password"> {
  if ((recallPassword(loginId) ?? password) !== password) return "other-password";
  await resendSignUpCode(loginId);
  return "sent";
}
