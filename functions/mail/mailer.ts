/** Mail through Amazon SES (API v2, SendEmail). */

import { callAws } from "../platform/aws.ts";
import { environment } from "../runtime/environment.ts";

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** One try: a second one after a lost answer would be a second mail. The outbox knows what is still to be sent. */
export async function sendMail(to: string, { subject, text, html }: Mail): Promise<void> {
  await callAws({
    service: "ses",
    path: "/v2/email/outbound-emails",
    body: {
      FromEmailAddress: encodeDisplayName(environment("MAIL_FROM")),
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } },
      },
    },
    attempts: 1,
    timeoutMs: 3000,
  });
}

const utf8 = (text: string) => ({ Data: text, Charset: "UTF-8" });

/** SES takes a display name beyond ASCII only as an encoded word (RFC 2047). */
function encodeDisplayName(address: string): string {
  const [, name, bare] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(address) ?? [];
  if (!name || /^[\x20-\x7e]*$/.test(name)) return address;
  return `=?UTF-8?B?${Buffer.from(name).toString("base64")}?= <${bare}>`;
}
