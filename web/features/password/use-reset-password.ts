/** The messages of a failed reset and their fields: specification section 8. */

import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessages, messages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";
import { resetPassword } from "#web/lib/identity/password/password.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { endSession } from "#web/lib/navigation/end-session.ts";

const failed = failureMessages.passwordResetFailed;
const tryAgain = "もう一度お試しください。";
const checkCode = "最後に届いたメールの認証コードをご確認ください。";
/** For an expired or used code: Cognito does not say which. */
const sendAgain = "認証コードを再送信してください。";

interface ResetFailure {
  message: string;
  /** The field that shows the message. Without one, it is shown above the button. */
  field?: "code" | "newPassword";
}

export function resetFailureOf(error: unknown): ResetFailure {
  const connection = reasonFor(error);
  if (connection !== undefined) return { message: connection };
  const code = error instanceof IdentityError ? error.code : "";
  if (code === "InvalidPasswordException")
    return { message: messages.passwordComposition, field: "newPassword" };
  if (code === "CodeMismatchException") return { message: `${failed}${checkCode}`, field: "code" };
  if (code === "ExpiredCodeException") return { message: `${failed}${sendAgain}`, field: "code" };
  return { message: `${failed}${identityAdvice(error) ?? tryAgain}` };
}

interface Reset {
  code: string;
  newPassword: string;
}

/**
 * Returns a function that sets the new password and navigates to /pw/change/comp. `refuse` shows a message at
 * a field; `failure` is the message above the button.
 */
export function useResetPassword(
  loginId: string,
  refuse: (field: NonNullable<ResetFailure["field"]>, message: string) => void,
) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const submit = async ({ code, newPassword }: Reset): Promise<void> => {
    setFailure(undefined);
    try {
      await resetPassword(loginId, code, newPassword);
      const state = { completed: true } as const;
      await endSession(navigate, { to: paths.passwordChangeComplete, replace: true, state });
    } catch (error) {
      const { message, field } = resetFailureOf(error);
      if (field) refuse(field, message);
      else setFailure(message);
    }
  };
  return { failure, submit };
}
