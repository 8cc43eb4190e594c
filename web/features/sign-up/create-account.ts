import { useState } from "react";
import { withdrawSignUp } from "#shared/endpoints.ts";
import { failureMessages } from "#shared/messages.ts";
import type { DraftStore } from "#web/flow/draft.ts";
import type { SendRefusal } from "#web/flow/send-code.tsx";
import { isSameLoginId, type SignUpDraft } from "#web/flow/sign-up-draft.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { recallPassword, rememberPassword } from "#web/lib/identity/password/pending-password.ts";
import { signIn } from "#web/lib/identity/password/sign-in.ts";
import { type NewAccount, resendSignUpCode, signUpAtCognito } from "#web/lib/identity/password/sign-up.ts";
import { isIdentityError } from "#web/lib/identity/provider.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { useSignInToContinue } from "./confirm-account.ts";
import {
  type CreatedAccount,
  createdAccount,
  hasLapsed,
  isCreatedAccount,
  withAccount,
  withoutRequestedAccount,
  withRequestedAccount,
} from "./wizard-draft.ts";

/**
 * Returns the state of the account with this login ID. A sign-in with the same password proves that it is the
 * customer's own.
 */
const stateOf = async ({ loginId, password }: NewAccount): Promise<"unconfirmed" | "confirmed" | "taken"> =>
  signIn(loginId, password).then(
    (result) => (result === "confirm-sign-up" ? "unconfirmed" : "confirmed"),
    (error: unknown) => {
      if (error instanceof ConnectionError) throw error;
      return "taken";
    },
  );

/**
 * Creates the account. `mayBeOwn`: a login ID in use can be the customer's own, because an earlier attempt
 * got no response or was not confirmed in time. Throws `IdentityError`.
 */
export async function createAccount(
  account: NewAccount,
  mayBeOwn: boolean,
): Promise<"created" | "unconfirmed" | "confirmed" | "taken"> {
  try {
    await signUpAtCognito(account);
    return "created";
  } catch (error) {
    if (!isIdentityError(error, "UsernameExistsException")) throw error;
    return mayBeOwn ? stateOf(account) : "taken";
  }
}

/**
 * Deletes an account that was created with a mistyped address, unless the address is confirmed. This frees
 * its login ID.
 */
async function withdrawAccount({ loginId, email, requestId }: CreatedAccount): Promise<void> {
  await callApi(withdrawSignUp, { body: { operation: "withdraw", loginId, email, requestId } });
}

/** Whether Cognito refused a resend because the account is confirmed. */
const isConfirmed = (error: unknown): boolean =>
  isIdentityError(error, "InvalidParameterException") && /confirmed/i.test(error.message);

/** Sends the code of an existing account again. Its password must be the one that it was created with. */
export async function repeatAccount({
  loginId,
  password,
}: NewAccount): Promise<"sent" | "other-password" | "confirmed"> {
  if ((recallPassword(loginId) ?? password) !== password) return "other-password";
  try {
    await resendSignUpCode(loginId);
    return "sent";
  } catch (error) {
    if (isConfirmed(error)) return "confirmed";
    throw error;
  }
}

const otherPassword = "先ほど登録したときのパスワードか、別のログインIDを入力してください。";

const isSame = (created: CreatedAccount, { loginId, email }: NewAccount): boolean =>
  isSameLoginId(created.loginId, loginId) && created.email === email;

const isMistyped = (created: CreatedAccount, { loginId, email }: NewAccount): boolean =>
  isSameLoginId(created.loginId, loginId) && created.email !== email;

/**
 * Creates an account again that was not confirmed in time, or sends its code again if it still exists. `confirmed`: it
 * was confirmed in another tab. `taken`: another person has the login ID. Throws `IdentityError`.
 */
export async function recreateAccount(
  account: NewAccount,
): Promise<"created" | "sent" | "confirmed" | "taken"> {
  const outcome = await createAccount(account, true);
  if (outcome !== "unconfirmed") return outcome;
  await resendSignUpCode(account.loginId);
  return "sent";
}

type Refusal = SendRefusal<"loginId" | "password">;

/** Returns `send`, which creates the account, or sends the code again if the account exists. */
export function useCreateAccount({ draft, save }: DraftStore<SignUpDraft>) {
  const goToSignIn = useSignInToContinue();
  const [taken, setTaken] = useState(false);

  const refuseTaken = (): Refusal => {
    setTaken(true);
    return { field: "loginId", message: failureMessages.usernameExists };
  };

  /**
   * Creates the account. Stores the attempt first, because a reload can happen before the response, and
   * because an error does not prove that the account was not created.
   */
  const create = async (account: NewAccount, responseLost: boolean): ReturnType<typeof createAccount> => {
    const { loginId, email, requestId = "" } = account;
    save((current) => withRequestedAccount(current, { loginId, email, requestId }));
    const outcome = await createAccount(account, responseLost);
    save(withoutRequestedAccount);
    return outcome;
  };

  /** Creates the account or sends its code again. Resolves to a refusal for a field of the form. */
  const createOrResend = async (account: NewAccount): Promise<"created" | "sent" | "confirmed" | Refusal> => {
    if (isCreatedAccount(draft, account)) {
      if (hasLapsed(draft, Date.now())) {
        const again = await recreateAccount(account);
        return again === "taken" ? refuseTaken() : again;
      }
      const repeated = await repeatAccount(account);
      return repeated === "other-password" ? { field: "password", message: otherPassword } : repeated;
    }
    const { requestedAccount } = draft;
    for (const created of [createdAccount(draft), requestedAccount])
      if (created && isMistyped(created, account)) await withdrawAccount(created);
    const responseLost = requestedAccount !== undefined && isSame(requestedAccount, account);
    const outcome = await create(account, responseLost);
    if (outcome === "taken") return refuseTaken();
    // The code was sent when the account was created.
    return outcome === "unconfirmed" ? "created" : outcome;
  };

  return {
    taken,
    send: async (typed: Omit<NewAccount, "requestId">): Promise<Refusal | "cancelled" | undefined> => {
      const account = { ...typed, requestId: draft.requestId };
      setTaken(false);
      const outcome = await createOrResend(account);
      if (typeof outcome === "object") return outcome;
      if (outcome === "confirmed") {
        goToSignIn(account.loginId);
        return "cancelled";
      }
      rememberPassword(account.loginId, account.password);
      save((current) => withAccount(current, account, Date.now(), outcome === "created"));
      return undefined;
    },
  };
}
