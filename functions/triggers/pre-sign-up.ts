import type { PreSignUpTriggerEvent } from "aws-lambda";
import { checkCodeMail, countCodeMail } from "#functions/mail/mail-limits.ts";
import { isLoginIdTaken } from "#functions/platform/user-pool.ts";
import { inContext } from "#functions/runtime/context.ts";
import { withDeadline } from "#functions/runtime/deadline.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { fields } from "#shared/fields.ts";
import { messages } from "#shared/messages.ts";

/** Part of the trigger's five seconds; the rest is for the count. */
const lookupMs = 1000;

/**
 * Refuses login IDs other than half-width letters and digits (specification section 5); Cognito accepts any
 * text. Counts the mail with the code here, before the account is created. Refuses everybody while sign-ups
 * are stopped.
 */
export const handler = inContext("trigger", async (event: PreSignUpTriggerEvent) => {
  const loginId = fields.loginId.safeParse(event.userName);
  if (!loginId.success || loginId.data !== event.userName) {
    countMetric("SignUpsRefused");
    throw new Error(messages.loginIdFormat);
  }
  if (event.triggerSource !== "PreSignUp_SignUp") return event;
  const { email = "" } = event.request.userAttributes;
  // Cognito refuses a login ID that is taken, and mails nothing. At a limit, both are refused: the limit does
  // not reveal login IDs.
  if (await isTaken(event)) await checkCodeMail("signUp", email, ["sign-up"]);
  // The same login ID and address again is Cognito's repetition: once the account is there, the login ID is
  // taken.
  else await countCodeMail("signUp", email, `${event.userName}#${email}`, ["sign-up"]);
  return event;
});

/** A failed lookup refuses nobody: the mail is counted. */
async function isTaken({ userName, userPoolId }: PreSignUpTriggerEvent): Promise<boolean> {
  try {
    const limits = { requestMs: lookupMs, providerMs: lookupMs };
    return await withDeadline(() => isLoginIdTaken(userName, userPoolId), limits);
  } catch (error) {
    log("error", "login ID was not looked up", errorFields(error));
    return false;
  }
}
