/** The pool's messages to people: its own texts, or those of the CustomMessage trigger. */
import type { Pool } from "./pool.ts";
import type { User } from "./records/user.ts";
import { codeParameter, customTexts, type MessageSource } from "./triggers/custom-message.ts";

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
    .replace(/<br\s*\/?>\n?|<\/(?:p|div|h\d|li)>\n?/gi, "\n")
    .replace(/<[^>]+>/g, "")
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_match, name: string) => entities[name] ?? "");
  return { text: text.trim(), html: message };
}
const entities: Partial<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " " };

function isNumber(to: string): boolean {
  return to.startsWith("+") && !to.includes("@");
}
