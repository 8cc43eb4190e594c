/** Source: developer guide, "Custom message Lambda trigger". */
import type { CustomMessageTriggerEvent } from "aws-lambda";
import { z } from "zod";
import { invalidLambdaResponse } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import { callTrigger, eventAttributes } from "./call.ts";

export type MessageSource = CustomMessageTriggerEvent["triggerSource"];

/** The placeholder of the code in a message's text. */
export const codeParameter = "{####}";

/** A message before its parameters are filled in; what is not given stays as the pool has it. */
const texts = z.object({
  emailSubject: z.string().nullish(),
  emailMessage: z.string().nullish(),
  smsMessage: z.string().nullish(),
});

/** The trigger's own texts. Throws InvalidLambdaResponseException when the one to be sent lacks a parameter. */
export async function customTexts(
  pool: Pool,
  user: User,
  triggerSource: MessageSource,
  medium: "EMAIL" | "SMS",
): Promise<z.infer<typeof texts>> {
  const linkParameter = "{##Click Here##}";
  const event = {
    userName: user.userName,
    triggerSource,
    request: { userAttributes: eventAttributes(user), codeParameter, linkParameter, usernameParameter: null },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
  const answer = (await callTrigger(pool, "customMessage", event, texts)) ?? {};
  const text = medium === "SMS" ? answer.smsMessage : answer.emailMessage;
  if (text && !text.includes(codeParameter))
    throw invalidLambdaResponse(`Message must contain ${codeParameter}`);
  return answer;
}
