import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from "@aws-sdk/client-sesv2";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DeliveredMessage } from "../../../../scripts/local/emulators/emulator.ts";
import { createSesEmulator } from "../../../../scripts/local/emulators/ses/emulator.ts";
import { credentials, principalsWith } from "../support/principals.ts";
import { type ServedEmulator, serveEmulator } from "../support/serve-emulator.ts";

const inbox: DeliveredMessage[] = [];
const emulator = createSesEmulator({
  clock: Date.now,
  findPrincipal: principalsWith([]),
  deliver: (message) => inbox.push(message),
  verifiedIdentities: ["portal.example.jp", "boss@other.example"],
  configurationSets: ["portal"],
  region: "ap-northeast-1",
  accountId: "123456789012",
});
let served: ServedEmulator;

beforeAll(async () => {
  served = await serveEmulator(emulator);
});
afterAll(() => served.close());
beforeEach(() => {
  inbox.length = 0;
});

function send(changes: Partial<SendEmailCommandInput> = {}, signer = credentials.admin) {
  const ses = new SESv2Client({
    endpoint: served.url,
    region: "ap-northeast-1",
    credentials: signer,
    maxAttempts: 1,
  });
  return ses.send(
    new SendEmailCommand({
      FromEmailAddress: "電話連携ポータル <no-reply@portal.example.jp>",
      Destination: { ToAddresses: ["Taro <taro@Example.com>"] },
      Content: {
        Simple: {
          Subject: { Data: "認証キー" },
          Body: { Text: { Data: "キー: K-1" }, Html: { Data: "<b>K-1</b>" } },
        },
      },
      ...changes,
    }),
  );
}

describe("SES emulator", () => {
  it("delivers the mail to each recipient and returns its id", async () => {
    const { MessageId } = await send({
      Destination: { ToAddresses: ["Taro <taro@Example.com>"], BccAddresses: ["audit@portal.example.jp"] },
      ConfigurationSetName: "portal",
      EmailTags: [{ Name: "kind", Value: "licence" }],
    });
    expect(MessageId).toMatch(/^[\w-]{20,}$/);
    const mail = { channel: "email", subject: "認証キー", text: "キー: K-1", html: "<b>K-1</b>" };
    expect(inbox).toEqual([
      { ...mail, to: "taro@example.com" },
      { ...mail, to: "audit@portal.example.jp" },
    ]);
  });

  it("refuses a sender whose address or domain was not verified", async () => {
    await send({ FromEmailAddress: "boss@other.example" });
    await expect(send({ FromEmailAddress: "x@other.example" })).rejects.toMatchObject({
      name: "MessageRejected",
      message:
        "Email address is not verified. The following identities failed the check in region AP-NORTHEAST-1: x@other.example",
      $metadata: { httpStatusCode: 400 },
    });
    expect(inbox).toHaveLength(1);
  });

  it("refuses a configuration set that does not exist", async () => {
    await expect(send({ ConfigurationSetName: "none" })).rejects.toMatchObject({ name: "NotFoundException" });
  });

  const simple = (subject: string, body = {}): SendEmailCommandInput["Content"] => ({
    Simple: { Subject: { Data: subject }, Body: body },
  });
  it.each<[string, Partial<SendEmailCommandInput>]>([
    ["no recipient", { Destination: {} }],
    [
      "51 recipients",
      { Destination: { ToAddresses: Array.from({ length: 51 }, (_, i) => `u${i}@example.com`) } },
    ],
    ["an illegal address", { Destination: { ToAddresses: ["taro@example.com, hanako@example.com"] } }],
    ["no body", { Content: simple("x") }],
    ["a line break in the subject", { Content: simple("x\r\nBcc: y@example.com", { Text: { Data: "x" } }) }],
    ["no content", { Content: {} }],
  ])("refuses %s", async (_, changes) => {
    await expect(send(changes)).rejects.toMatchObject({
      name: "BadRequestException",
      $metadata: { httpStatusCode: 400 },
    });
    expect(inbox).toEqual([]);
  });

  it("asks IAM and checks the signature", async () => {
    await expect(send({}, credentials.limited)).rejects.toMatchObject({
      name: "AccessDeniedException",
      message: expect.stringContaining(
        "ses:SendEmail on resource: arn:aws:ses:ap-northeast-1:123456789012:identity/portal.example.jp",
      ),
    });
    await expect(send({}, { ...credentials.admin, secretAccessKey: "guess" })).rejects.toMatchObject({
      name: "InvalidSignatureException",
    });
    expect(inbox).toEqual([]);
  });
});
