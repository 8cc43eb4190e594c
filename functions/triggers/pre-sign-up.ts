import type { PreSignUpTriggerEvent } from "aws-lambda";
import { fields } from "../../shared/fields.ts";
import { messages } from "../../shared/messages.ts";

/** Cognito itself would take any text for a login ID; only half-width letters and digits are one (specification section 5). */
export async function handler(event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> {
  const loginId = fields.loginId.safeParse(event.userName);
  if (!loginId.success || loginId.data !== event.userName) throw new Error(messages.loginIdFormat);
  return event;
}
