/** Mail through Amazon SES (API v2, SendEmail). */
import { SendEmailCommand } from "@aws-sdk/client-sesv2";
import { ses } from "#functions/platform/aws-clients.ts";
import { deleteItem, type Key } from "#functions/platform/table.ts";
import { isAwsError } from "#functions/runtime/aws-errors.ts";
import { untilDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { releaseTask } from "#functions/tasks/task.ts";

export interface Mail {
  subject: string;
  text: string;
  html: string;
  /** In addition to the headers that SES writes. */
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly Attachment[];
}

export interface Attachment {
  /** ASCII: SES documents no other characters, and mail programs differ in them. */
  fileName: string;
  contentType: "application/pdf";
  content: Uint8Array;
}

/** Sends the mail in one attempt: the outbox keeps a mail that was not sent. */
export async function sendMail(
  to: string,
  { subject, text, html, headers, attachments }: Mail,
): Promise<void> {
  const command = new SendEmailCommand({
    FromEmailAddress: encodeDisplayName(environment("MAIL_FROM")),
    Destination: { ToAddresses: [to] },
    Content: {
      Simple: {
        Subject: utf8(subject),
        Body: { Text: utf8(text), Html: utf8(html) },
        ...(headers && { Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })) }),
        ...(attachments && { Attachments: attachments.map(toAttachment) }),
      },
    },
  });
  await ses().send(command, untilDeadline());
}

/** Sends the mail now and deletes its row. If that fails, the reconciler sends it. */
export async function deliver(to: string, mail: Mail, outgoing: Key): Promise<void> {
  try {
    await sendMail(to, mail);
    await deleteItem(outgoing);
  } catch (error) {
    if (!isAwsError(error)) throw error;
    log("warn", "mail not sent, left to the reconciler", errorFields(error));
    await releaseTask({ ...outgoing, attempts: 0 }, error).catch((later: unknown) =>
      log("warn", "lease not released", errorFields(later)),
    );
  }
}

/** Encodes in base64: SES's default is 7bit. */
const toAttachment = ({ fileName, contentType, content }: Attachment) => ({
  FileName: fileName,
  RawContent: content,
  ContentType: contentType,
  ContentDisposition: "ATTACHMENT" as const,
  ContentTransferEncoding: "BASE64" as const,
});

const utf8 = (text: string) => ({ Data: text, Charset: "UTF-8" });

/** SES accepts a display name beyond ASCII only as an encoded word (RFC 2047). */
function encodeDisplayName(address: string): string {
  const [, name, bare] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(address) ?? [];
  if (!name || /^[\x20-\x7e]*$/.test(name)) return address;
  return `=?UTF-8?B?${Buffer.from(name).toString("base64")}?= <${bare}>`;
}
