import type { Context, PreSignUpTriggerEvent } from "aws-lambda";
import { fields } from "../../shared/fields.ts";
import { messages } from "../../shared/messages.ts";
import { countCodeMail } from "../mail/mail-limits.ts";
import { withLogFields } from "../runtime/log.ts";

/**
 * Cognito itself would take any text for a login ID; only half-width letters and digits are one (specification section 5).
 * The mail with the code is counted here: an account that was made would stay when it is refused later.
 */
export const handler = (
  event: PreSignUpTriggerEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<PreSignUpTriggerEvent> =>
  withLogFields({ requestId, function: functionName }, async () => {
    const loginId = fields.loginId.safeParse(event.userName);
    if (!loginId.success || loginId.data !== event.userName) throw new Error(messages.loginIdFormat);
    if (event.triggerSource === "PreSignUp_SignUp")
      await countCodeMail({ to: event.request.userAttributes.email });
    return event;
  });
