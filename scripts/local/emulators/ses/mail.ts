/** Reads a SendEmail request into the mail it asks for. */
import { z } from "zod";
import { parseJson } from "../../http.ts";
import { ServiceError } from "../aws/service-error.ts";

export interface Mail {
  /** The bare address, domain in lower case. */
  from: string;
  /** Bare addresses. */
  recipients: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

const content = z.object({ Data: z.string(), Charset: z.string().optional() });

const header = z.object({
  Name: z.string().regex(/^[\x21-\x39\x3b-\x7e]{1,126}$/),
  Value: z.string().regex(/^[\x20-\x7e]{1,870}$/),
});

const sendEmailSchema = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()).min(1).max(50) }),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z.object({ Text: content, Html: content }),
      Headers: z.array(header).max(15).default([]),
    }),
  }),
});

/** BadRequestException when SES would refuse the request as such. */
export function readMail(payload: Buffer): Mail {
  const { FromEmailAddress, Destination, Content } = parse(payload);
  const { Subject, Body, Headers } = Content.Simple;
  if (/[\r\n]/.test(Subject.Data)) throw badRequest("Subject must not contain line breaks.");
  return {
    from: bareAddress(FromEmailAddress),
    recipients: Destination.ToAddresses.map(bareAddress),
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html.Data,
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
  };
}

function parse(payload: Buffer): z.infer<typeof sendEmailSchema> {
  const parsed = sendEmailSchema.safeParse(parseJson(payload));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(`${issue?.path.join(".")}: ${issue?.message}`);
}

/** `taro@example.com` of `山田 太郎 <taro@EXAMPLE.com>`. */
function bareAddress(address: string): string {
  const [, bare = address.trim()] = /<([^<>]*)>\s*$/.exec(address) ?? [];
  const match = /^([^\s@<>,;]+)@([^\s@<>,;]+\.[^\s@<>,;]+)$/.exec(bare);
  if (!match) throw badRequest("Illegal address");
  const [, local, domain = ""] = match;
  return `${local}@${domain.toLowerCase()}`;
}

function badRequest(message: string): ServiceError {
  return new ServiceError("BadRequestException", message);
}
