/** The code of the e-mail change: checking it, and saving the address that it proves. */

import { failureMessages } from "#shared/messages.ts";
import type { CodeRefusal } from "#web/flow/code-entry.tsx";
import { ApiError } from "#web/lib/api/api-client.ts";
import { saveCustomer } from "#web/lib/customer.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";
import { confirmEmailChange, hasEmail } from "#web/lib/identity/email.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { currentSession } from "#web/lib/identity/session.ts";
import { session } from "#web/lib/session.ts";

const takenElsewhere =
  "このメールアドレスは既に登録されています。「戻る」から別のメールアドレスを入力してください。";

function refusalOf(error: IdentityError): CodeRefusal {
  const advice = error.code === "AliasExistsException" ? takenElsewhere : identityAdvice(error);
  return { message: failureMessages.verificationFailed, advice };
}

/** Cognito has answered, and the session is valid. */
const isAnswer = (error: unknown): error is IdentityError =>
  error instanceof IdentityError &&
  !error.isConnectionFailure &&
  error.code !== "UserUnAuthenticatedException";

/** A code that is used up may be this very check's, whose answer was lost: then the account has the address. */
export async function checkCode(email: string, code: string): Promise<CodeRefusal | undefined> {
  try {
    await confirmEmailChange(code);
    return undefined;
  } catch (error) {
    if (!isAnswer(error)) throw error;
    if (error.code === "ExpiredCodeException" && (await hasEmail(email))) return undefined;
    return refusalOf(error);
  }
}

/** The tokens of before name the old address. */
export async function saveEmail(email: string): Promise<void> {
  const renewed = await currentSession({ refresh: true });
  if (!renewed) throw new ApiError({ status: 401, code: "unauthorized" });
  session.write("idToken", renewed.idToken);
  await saveCustomer({ operation: "update", email });
}
