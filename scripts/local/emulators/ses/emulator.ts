/** Amazon SES v2, SendEmail with simple content and GetAccount. Source: SES API v2 reference. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../../http.ts";
import { requireAccess } from "../aws/access.ts";
import { jsonResponse } from "../aws/json-service.ts";
import { ServiceError } from "../aws/service-error.ts";
import { verifySignature } from "../aws/signature-v4.ts";
import type {
  Clock,
  Deliver,
  DeliveredAttachment,
  Emulator,
  FindPrincipal,
  Principal,
  ServiceRequest,
} from "../emulator.ts";

export interface SesEmulatorOptions {
  clock: Clock;
  findPrincipal: FindPrincipal;
  deliver: Deliver;
  /** Addresses and domains that mail may come from. */
  verifiedIdentities: readonly string[];
  region: string;
  accountId: string;
}

const operations: Record<string, string> = {
  "POST /v2/email/outbound-emails": "SendEmail",
  "GET /v2/email/account": "GetAccount",
};

export function createSesEmulator(options: SesEmulatorOptions): Emulator {
  const { clock, findPrincipal, deliver, region } = options;
  const respond = (status: number, body: Record<string, unknown>, headers = {}) =>
    jsonResponse(clock, status, body, { "content-type": "application/json", ...headers });
  const fail = ({ code, message, status }: { code: string; message: string; status: number }) =>
    respond(status, { message }, { "x-amzn-errortype": code });

  let sent = 0;

  function send(mail: Mail, caller: Principal): Record<string, unknown> {
    checkSender(mail, caller, options);
    sent += mail.recipients.length;
    for (const to of mail.recipients) {
      const { from: _, recipients: __, ...content } = mail;
      deliver({ channel: "email", to, ...content });
    }
    return { MessageId: `${randomUUID()}-000000` };
  }

  function account(caller: Principal): Record<string, unknown> {
    requireAccess(caller, { action: "ses:GetAccount", on: "resource: *", status: 403 });
    const SendQuota = { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: sent };
    return { ProductionAccessEnabled: true, SendingEnabled: true, EnforcementStatus: "HEALTHY", SendQuota };
  }

  return {
    service: "ses",
    operation: operationName,
    async handle(request) {
      try {
        const caller = await verifySignature(request, findPrincipal, { service: "ses", region }, clock);
        const operation = operationName(request);
        if (operation === "GetAccount") return respond(200, account(caller));
        if (operation === "SendEmail") return respond(200, send(readMail(request.body), caller));
        throw new ServiceError("NotFoundException", "The emulator knows SendEmail and GetAccount.", 404);
      } catch (error) {
        if (error instanceof ServiceError) return fail(error);
        throw error;
      }
    },
    fault: (status) =>
      fail({
        status,
        code: status >= 500 ? "InternalServiceErrorException" : "TooManyRequestsException",
        message: "Injected fault",
      }),
    reset() {
      sent = 0;
    },
    describe: () => ({ region, verifiedIdentities: options.verifiedIdentities }),
    snapshot: () => null,
    restore() {},
  };
}

function operationName({ method, url }: ServiceRequest): string {
  return operations[`${method} ${url.pathname}`] ?? "Unknown";
}

function checkSender({ from }: Mail, caller: Principal, options: SesEmulatorOptions): void {
  const { region, accountId, verifiedIdentities } = options;
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const identity = verifiedIdentities.find((name) => name === from || name.toLowerCase() === domain);
  const arn = `arn:aws:ses:${region}:${accountId}:identity/${identity ?? from}`;
  requireAccess(caller, { action: "ses:SendEmail", on: `resource: ${arn}`, status: 403 });
  if (identity !== undefined) return;
  throw new ServiceError(
    "MessageRejected",
    `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${from}`,
  );
}

interface Mail {
  /** The bare address, domain in lower case. */
  from: string;
  /** Bare addresses. */
  recipients: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments?: DeliveredAttachment[];
}

const content = z.object({ Data: z.string(), Charset: z.string().optional() });

const header = z.object({
  Name: z.string().regex(/^[\x21-\x39\x3b-\x7e]{1,126}$/),
  Value: z.string().regex(/^[\x20-\x7e]{1,870}$/),
});

/** SES's default of 7bit takes no PDF. */
const attachment = z.strictObject({
  FileName: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  RawContent: z.base64().min(1),
  ContentType: z.string().max(78),
  ContentDisposition: z.enum(["ATTACHMENT", "INLINE"]).optional(),
  ContentTransferEncoding: z.literal("BASE64"),
});

/** Of a whole message. Source: SES's Developer Guide, "Working with email attachments". */
const mostBytes = 40_000_000;

const sendEmailSchema = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()).min(1).max(50) }),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z.object({ Text: content, Html: content }),
      Headers: z.array(header).max(15).default([]),
      Attachments: z.array(attachment).optional(),
    }),
  }),
});

/** BadRequestException when SES would refuse the request as such. */
function readMail(payload: Buffer): Mail {
  const { FromEmailAddress, Destination, Content } = parse(payload);
  const { Subject, Body, Headers, Attachments } = Content.Simple;
  if (payload.length > mostBytes) throw badRequest("Message length is more than 40 MB.");
  if (/[\r\n]/.test(Subject.Data)) throw badRequest("Subject must not contain line breaks.");
  return {
    from: bareAddress(FromEmailAddress),
    recipients: Destination.ToAddresses.map(bareAddress),
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html.Data,
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
    ...(Attachments && { attachments: Attachments.map(toDelivered) }),
  };
}

const toDelivered = ({
  FileName: fileName,
  ContentType: contentType,
  RawContent: content,
}: z.infer<typeof attachment>): DeliveredAttachment => ({
  fileName,
  contentType,
  bytes: Buffer.from(content, "base64").length,
  content,
});

function parse(payload: Buffer): z.infer<typeof sendEmailSchema> {
  const parsed = sendEmailSchema.safeParse(parseJson(payload));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(`${issue?.path.join(".")}: ${issue?.message}`);
}

/** `taro@example.com` of `山田 太郎 <taro@EXAMPLE.com>`. The lengths are RFC 5321's, 4.5.3.1. */
function bareAddress(address: string): string {
  const [, bare = address.trim()] = /<([^<>]*)>\s*$/.exec(address) ?? [];
  const match = /^([^\s@<>,;]+)@([^\s@<>,;]+\.[^\s@<>,;]+)$/.exec(bare);
  if (!match) throw badRequest("Illegal address");
  const [, local = "", domain = ""] = match;
  if (local.length > 64) throw badRequest("Local part longer than 64 octets");
  if (domain.length > 255) throw badRequest("Domain longer than 255 octets");
  return `${local}@${domain.toLowerCase()}`;
}

function badRequest(message: string): ServiceError {
  return new ServiceError("BadRequestException", message);
}
