/** Amazon SES v2, SendEmail with simple content and GetAccount. Source: SES API v2 reference. */
import { randomUUID } from "node:crypto";
import { requireAccess } from "../aws/access.ts";
import { jsonResponse } from "../aws/json-service.ts";
import { ServiceError } from "../aws/service-error.ts";
import { verifySignature } from "../aws/signature-v4.ts";
import type { Clock, Deliver, Emulator, FindPrincipal, Principal, ServiceRequest } from "../emulator.ts";
import { type Mail, readMail } from "./mail.ts";

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
      const { subject, text, html, headers } = mail;
      deliver({ channel: "email", to, subject, text, html, headers });
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
