/**
 * The pool's messages to people: its own texts, or those of the CustomMessage trigger. Source: developer guide, "Custom message
 * Lambda trigger".
 */
import type { CustomMessageTriggerEvent } from "aws-lambda";
import { z } from "zod";
import { invalidLambdaResponse } from "./errors.ts";
import type { Pool } from "./pool.ts";
import type { User } from "./records/user.ts";
import { callTrigger, eventAttributes } from "./triggers/call.ts";

export type MessageSource = CustomMessageTriggerEvent["triggerSource"];

/** The placeholder of the code in a message's text. */
const codeParameter = "{####}";

export interface CodeDeliveryDetails {
  AttributeName: "email" | "phone_number";
  DeliveryMedium: "EMAIL" | "SMS";
  /** Masked: `t***@e***` or `+*********5678`. */
  Destination: string;
}

export interface Message {
  source: MessageSource;
  /** An address or a number. */
  to: string;
  /** The replacement of `{####}` in the text. */
  code: string;
}

/** Throws UserLambdaValidationException or InvalidLambdaResponseException, and then sends nothing. */
export async function sendMessage(pool: Pool, user: User, message: Message): Promise<CodeDeliveryDetails> {
  const { source, to, code } = message;
  const delivery = deliveryDetails(to);
  const custom = await customTexts(pool, user, source, delivery.DeliveryMedium);
  const own = ownTexts(pool, source);
  const fill = (text: string) => text.replaceAll(codeParameter, code);
  if (delivery.DeliveryMedium === "SMS") {
    pool.deliver({ channel: "sms", to, text: fill(custom.smsMessage ?? own.sms), code });
    return delivery;
  }
  const html = fill(custom.emailMessage ?? own.email);
  const subject = custom.emailSubject ?? own.subject;
  pool.deliver({ channel: "email", to, subject, ...bodyOf(html), code });
  return delivery;
}

/** Masked as Cognito shows it. */
export function deliveryDetails(to: string): CodeDeliveryDetails {
  if (isNumber(to)) {
    const Destination = `+${"*".repeat(Math.max(0, to.length - 5))}${to.slice(-4)}`;
    return { AttributeName: "phone_number", DeliveryMedium: "SMS", Destination };
  }
  const [name = "", domain = ""] = to.split("@");
  const Destination = `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
  return { AttributeName: "email", DeliveryMedium: "EMAIL", Destination };
}

/** Only sign-up and reset have texts in our settings; the others are AWS's defaults. */
function ownTexts(pool: Pool, source: MessageSource): { subject: string; email: string; sms: string } {
  const { subject, text } = pool.settings.messages.verification;
  const purpose = source === "CustomMessage_Authentication" ? "authentication" : "verification";
  return { subject, email: text, sms: `Your ${purpose} code is ${codeParameter}.` };
}

/** Cognito's mail is HTML; a person reads it as text in the inbox. */
function bodyOf(message: string): { text: string; html?: string } {
  if (!/<[a-z/]/i.test(message)) return { text: message };
  const text = message
    .replace(/<head>[\s\S]*?<\/head>|<!--[\s\S]*?-->/gi, "")
    .replace(/<br\s*\/?>\n?|<\/(?:p|div|h\d|li|tr)>\n?/gi, "\n")
    .replace(/<\/th>/gi, "：")
    .replace(/<[^>]+>/g, "")
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_match, name: string) => entities[name] ?? "");
  return { text: text.trim(), html: message };
}
const entities: Partial<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " " };

function isNumber(to: string): boolean {
  return to.startsWith("+") && !to.includes("@");
}

/** A message before its parameters are filled in; what is not given stays as the pool has it. */
const texts = z.object({
  emailSubject: z.string().nullish(),
  emailMessage: z.string().nullish(),
  smsMessage: z.string().nullish(),
});

/** The trigger's own texts. Throws InvalidLambdaResponseException when the one to be sent lacks a parameter. */
async function customTexts(
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
