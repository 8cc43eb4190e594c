import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "../../../../shared/messages.ts";
import { isConnectionFailure, useFailure } from "../../../lib/use-failure.ts";
import { paths } from "../../../routes/paths.ts";
import type { Draft } from "../draft.ts";
import { type Confirmation, confirmAccount } from "./confirm-account.ts";

const signInToContinue = "メールアドレスの確認が完了しました。ログインすると登録が続きます。";

/** Confirms the account and goes on: to the last call, or to /signin when the password is not known any more. */
export function useConfirmAccount(
  { userId = "" }: Draft,
  onSignedIn: () => void,
  refuse: (message: string) => void,
) {
  const navigate = useNavigate();
  const { connectionFailure, fail, forget } = useFailure();
  const answerLost = useRef(false);
  const outcomes: Record<Confirmation, () => void> = {
    "signed-in": onSignedIn,
    confirmed: () => void navigate(paths.signIn, { state: { notice: signInToContinue, loginId: userId } }),
    taken: () => refuse(failureMessages.emailTaken),
    "wrong-code": () => refuse(failureMessages.verificationFailed),
  };
  const submit = async ({ code }: { code: string }): Promise<void> => {
    forget();
    try {
      outcomes[await confirmAccount(userId, code, answerLost.current)]();
    } catch (error) {
      if (isConnectionFailure(error)) answerLost.current = true;
      fail(error);
    }
  };
  return { connectionFailure, submit };
}
