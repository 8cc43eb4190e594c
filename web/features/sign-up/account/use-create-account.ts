import { useRef, useState } from "react";
import { failureMessages } from "#shared/messages.ts";
import { isConnectionFailure, useFailure } from "#web/lib/api/use-failure.ts";
import { rememberPassword } from "#web/lib/drafts/pending-password.ts";
import { type CreatedAccount, createdAccount, isCreatedAccount, withAccount } from "../draft.ts";
import type { DraftStore } from "../use-draft.ts";
import { type Account, createAccount, repeatAccount, withdrawAccount } from "./create-account.ts";

const otherPassword = "先ほど登録したときのパスワードか、別のログインIDを入力してください。";

type Refuse = (field: "loginId" | "password", message: string) => void;

const isSame = (created: CreatedAccount, { loginId, email }: Account): boolean =>
  created.loginId === loginId && created.email === email;

const isMistyped = (created: CreatedAccount, { loginId, email }: Account): boolean =>
  created.loginId === loginId && created.email !== email;

/** Creates the account, or sends the code again when this very account exists already, and moves on. */
export function useCreateAccount({ draft, save }: DraftStore, moveOn: () => void, refuse: Refuse) {
  const { connectionFailure, fail, forget } = useFailure();
  /** What may have been created, though no answer came. */
  const unanswered = useRef<CreatedAccount>(undefined);
  const [taken, setTaken] = useState(false);

  /** Undefined once the account is there, else the field and its message. */
  const findRefusal = async (account: Account): Promise<Parameters<Refuse> | undefined> => {
    if (isCreatedAccount(draft, account))
      return (await repeatAccount(account)) === "sent" ? undefined : ["password", otherPassword];
    const lost = unanswered.current;
    for (const created of [createdAccount(draft), lost])
      if (created && isMistyped(created, account)) await withdrawAccount(created);
    const outcome = await createAccount(account, lost !== undefined && isSame(lost, account)).catch(
      (error: unknown) => {
        const { requestId = "" } = account;
        if (isConnectionFailure(error)) unanswered.current = { ...account, requestId };
        throw error;
      },
    );
    if (outcome === "created") return undefined;
    setTaken(true);
    return ["loginId", failureMessages.usernameExists];
  };

  const submit = async (typed: Omit<Account, "requestId">): Promise<void> => {
    const account = { ...typed, requestId: draft.requestId };
    forget();
    setTaken(false);
    try {
      const refusal = await findRefusal(account);
      if (refusal) {
        refuse(...refusal);
        return;
      }
      rememberPassword(account.loginId, account.password);
      save((current) => withAccount(current, account, Date.now()));
      moveOn();
    } catch (error) {
      fail(error);
    }
  };

  return { connectionFailure, taken, submit };
}
