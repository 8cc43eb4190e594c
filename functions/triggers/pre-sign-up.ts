import type { PreSignUpTriggerEvent } from "aws-lambda";
import { countCodeMail } from "#functions/mail/mail-limits.ts";
import { inContext } from "#functions/runtime/context.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { fields } from "#shared/fields.ts";
import { messages } from "#shared/messages.ts";

/**
 * Refuses login IDs other than half-width letters and digits (specification section 5); Cognito accepts any text. Counts the
 * mail with the code here, before the account is created. Refuses everybody while sign-ups are stopped.
 */
export const handler = inContext("trigger", async (event: PreSignUpTriggerEvent) => {
  const loginId = fields.loginId.safeParse(event.userName);
  if (!loginId.success || loginId.data !== event.userName) {
    countMetric("SignUpsRefused");
    throw new Error(messages.loginIdFormat);
  }
  if (event.triggerSource === "PreSignUp_SignUp")
    await countCodeMail({ to: event.request.userAttributes.email }, ["sign-up"]);
  return event;
});
