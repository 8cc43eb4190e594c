import { useRef, useState } from "react";
import { failureMessages } from "../../../../shared/messages.ts";
import { isConnectionFailure, useFailure } from "../../../lib/api/use-failure.ts";
import { rememberPassword } from "../../../lib/drafts/pending-password.ts";
import { isCreatedAccount, withAccount } from "../draft.ts";
import type { DraftStore } from "../use-draft.ts";
import { type Account, createAccount, repeatAccount } from "./create-account.ts";

const otherPassword =
  "このログインIDは、先ほど別のパスワードで登録されました。そのパスワードを入力するか、別のログインIDをご利用ください。";

type Refuse = (field: "loginId" | "password", message: string) => void;

const keyOf = ({ loginId, email }: Account): string => `${loginId} ${email}`;

/** Creates the account, or sends the code again when this very account exists already, and moves on. */
export function useCreateAccount({ draft, save }: DraftStore, moveOn: () => void, refuse: Refuse) {
  const { connectionFailure, fail, forget } = useFailure();
  const unanswered = useRef<string>(undefined);
  const [taken, setTaken] = useState(false);

  /** What stands in the way, if anything does. */
  const obstacle = async (account: Account): Promise<Parameters<Refuse> | undefined> => {
    if (isCreatedAccount(draft, account))
      return (await repeatAccount(account)) === "sent" ? undefined : ["password", otherPassword];
    const outcome = await createAccount(account, unanswered.current === keyOf(account));
    if (outcome === "created") return undefined;
    setTaken(true);
    return ["loginId", failureMessages.usernameExists];
  };

  const submit = async (account: Account): Promise<void> => {
    forget();
    setTaken(false);
    try {
      const refusal = await obstacle(account);
      if (refusal) {
        refuse(...refusal);
        return;
      }
      rememberPassword(account.loginId, account.password);
      save((current) => withAccount(current, account, Date.now()));
      moveOn();
    } catch (error) {
      if (isConnectionFailure(error)) unanswered.current = keyOf(account);
      fail(error);
    }
  };

  return { connectionFailure, taken, submit };
}
