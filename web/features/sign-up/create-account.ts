import { useState } from "react";
import { withdrawSignUp } from "#shared/endpoints.ts";
import { failureMessages } from "#shared/messages.ts";
import type { DraftStore } from "#web/flow/draft.ts";
import type { SendRefusal } from "#web/flow/send-code.tsx";
import { isSameLoginId } from "#web/flow/sign-up-draft.ts";
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
  type Draft,
  hasLapsed,
  isCreatedAccount,
  withAccount,
  withAsked,
  withoutAsked,
} from "./wizard-draft.ts";

/** Of an account with that login ID. This very password tells that it is the person's own. */
const stateOf = async ({ loginId, password }: NewAccount): Promise<"unconfirmed" | "confirmed" | "taken"> =>
  signIn(loginId, password).then(
    (result) => (result === "confirm-sign-up" ? "unconfirmed" : "confirmed"),
    (error: unknown) => {
      if (error instanceof ConnectionError) throw error;
      return "taken";
    },
  );

/**
 * Creates the account. `mayBeOurs`: an earlier attempt got no answer, or is a day old, so that a login ID in use may be the
 * person's own. Throws `IdentityError`.
 */
export async function createAccount(
  account: NewAccount,
  mayBeOurs: boolean,
): Promise<"created" | "unconfirmed" | "confirmed" | "taken"> {
  try {
    await signUpAtCognito(account);
    return "created";
  } catch (error) {
    if (!isIdentityError(error, "UsernameExistsException")) throw error;
    return mayBeOurs ? stateOf(account) : "taken";
  }
}

/** Frees the login ID of an account that was created with a mistyped address, unless that is confirmed. */
async function withdrawAccount({ loginId, email, requestId }: CreatedAccount): Promise<void> {
  await callApi(withdrawSignUp, { body: { operation: "withdraw", loginId, email, requestId } });
}

/** Cognito's answer to a resend. */
const isConfirmed = (error: unknown): boolean =>
  isIdentityError(error, "InvalidParameterException") && /confirmed/i.test(error.message);

/** The account was created before. Its password is the one it was created with, not the one that is typed now. */
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
 * Creates the account again, which was not confirmed in time, or sends its code again where it is still there. `confirmed`: it was, in
 * another tab. `taken`: somebody else has taken the login ID since then. Throws `IdentityError`.
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

/** Creates the account, or sends the code again when this very account exists already. */
export function useCreateAccount({ draft, save }: DraftStore<Draft>) {
  const goToSignIn = useSignInToContinue();
  const [taken, setTaken] = useState(false);

  const refuseTaken = (): Refusal => {
    setTaken(true);
    return { field: "loginId", message: failureMessages.usernameExists };
  };

  /** A reload, too, may come before the answer; and an error may be one of a creation that was done. */
  const create = async (account: NewAccount, answerLost: boolean): ReturnType<typeof createAccount> => {
    const { loginId, email, requestId = "" } = account;
    save((current) => withAsked(current, { loginId, email, requestId }));
    const outcome = await createAccount(account, answerLost);
    save(withoutAsked);
    return outcome;
  };

  /** The account was created, sent another code, or is confirmed; otherwise the field and its message. */
  const find = async (account: NewAccount): Promise<"created" | "sent" | "confirmed" | Refusal> => {
    if (isCreatedAccount(draft, account)) {
      if (hasLapsed(draft, Date.now())) {
        const again = await recreateAccount(account);
        return again === "taken" ? refuseTaken() : again;
      }
      const repeated = await repeatAccount(account);
      return repeated === "other-password" ? { field: "password", message: otherPassword } : repeated;
    }
    const { accountAsked } = draft;
    for (const created of [createdAccount(draft), accountAsked])
      if (created && isMistyped(created, account)) await withdrawAccount(created);
    const answerLost = accountAsked !== undefined && isSame(accountAsked, account);
    const outcome = await create(account, answerLost);
    if (outcome === "taken") return refuseTaken();
    // Its code was sent when it was created.
    return outcome === "unconfirmed" ? "created" : outcome;
  };

  return {
    taken,
    send: async (typed: Omit<NewAccount, "requestId">): Promise<Refusal | "cancelled" | undefined> => {
      const account = { ...typed, requestId: draft.requestId };
      setTaken(false);
      const found = await find(account);
      if (typeof found === "object") return found;
      if (found === "confirmed") {
        goToSignIn(account.loginId);
        return "cancelled";
      }
      rememberPassword(account.loginId, account.password);
      save((current) => withAccount(current, account, Date.now(), found === "created"));
      return undefined;
    },
  };
}
