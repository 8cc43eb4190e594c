/** What a failed reset says, and where: specification section 8. */
import { failureMessages, messages } from "#shared/messages.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";

const failed = failureMessages.passwordResetFailed;
const tryAgain = "もう一度お試しください。";
const checkCode = "認証コードをご確認ください。";
/** It expired, or was used: Cognito does not say which. */
const sendAgain = "認証コードを再送信してください。";

export interface ResetFailure {
  message: string;
  /** The field to blame; otherwise it is said above the button. */
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
