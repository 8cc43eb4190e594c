import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import type { CodeRefusal } from "#web/components/code-entry/code-entry.tsx";
import { isConnectionFailure } from "#web/lib/api/use-failure.ts";
import { paths } from "#web/routes/paths.ts";
import type { Draft } from "../draft.ts";
import { confirmAccount } from "./confirm-account.ts";

const signInToContinue = "メールアドレスの確認が完了しました。ログインすると登録が続きます。";

/**
 * Confirms the account and goes on: to the last call, or to /signin when the password is not known any more. Resolves to
 * why the code does not count. Throws when there is no connection.
 */
export function useConfirmAccount({ userId = "" }: Draft, onSignedIn: () => void) {
  const navigate = useNavigate();
  const answerLost = useRef(false);
  const confirm = (code: string) =>
    confirmAccount(userId, code, answerLost.current).catch((error: unknown) => {
      if (isConnectionFailure(error)) answerLost.current = true;
      throw error;
    });
  return async (code: string): Promise<CodeRefusal | undefined> => {
    switch (await confirm(code)) {
      case "signed-in":
        onSignedIn();
        return undefined;
      case "confirmed":
        navigate(paths.signIn, { state: { notice: signInToContinue, loginId: userId } });
        return undefined;
      case "taken":
        return { message: failureMessages.emailTaken };
      case "wrong-code":
        return { message: failureMessages.verificationFailed };
    }
  };
}
