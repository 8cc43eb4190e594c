import { generateKeyPairSync } from "node:crypto";
import { Vonage } from "@vonage/server-sdk";
import { Channels, type VerificationRequestParams } from "@vonage/verify2";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DeliveredMessage } from "#scripts/local/emulators/emulator.ts";
import { createVonageEmulator } from "#scripts/local/emulators/vonage/emulator.ts";
import { Scope } from "#scripts/local/scope.ts";
import { type ServedEmulator, serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

const keyPair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const keys = keyPair();
const applicationId = "aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab";
const minute = 60_000;

const inbox: DeliveredMessage[] = [];
let now = Date.now();
const scope = new Scope();
const emulator = createVonageEmulator({
  clock: () => now,
  deliver: (message) => inbox.push(message),
  applicationId,
  publicKeyPem: keys.publicKey,
  scope,
});
let served: ServedEmulator;
let verify: Vonage["verify2"];

const clientWith = (privateKey: string, id = applicationId) =>
  new Vonage({ applicationId: id, privateKey }, { apiHost: served.url }).verify2;

beforeAll(async () => {
  served = await serveEmulator(emulator);
  verify = clientWith(keys.privateKey);
});
afterAll(() => Promise.all([scope.close(), served.close()]));
beforeEach(() => {
  emulator.reset();
  inbox.length = 0;
  now = Date.now();
});
afterEach(() => {
  vi.useRealTimers();
});

const number = "819012345678";
/** As the portal asks: six digits, two SMS of 450 s each. */
const wanted = (to = number): VerificationRequestParams => ({
  brand: "電話連携",
  locale: "ja-jp",
  codeLength: 6,
  channelTimeout: 450,
  workflow: [
    { channel: Channels.SMS, to },
    { channel: Channels.SMS, to },
  ],
});
const start = async (to?: string) => (await verify.newRequest(wanted(to))).requestId;
const codeIn = (message: DeliveredMessage | undefined) => message?.code ?? "";
const wrong = () => (codeIn(inbox[0]) === "000000" ? "111111" : "000000");

/** Status and body of the answer that the client turned into an error. */
async function problemOf(call: Promise<unknown>): Promise<[number, Record<string, unknown>]> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error && "response" in error && error.response instanceof Response)) throw error;
  return [error.response.status, await error.response.json()];
}

describe("Vonage Verify v2 emulator: the real client", () => {
  it("sends a Japanese SMS with the code and accepts that code once", async () => {
    const id = await start();
    expect(inbox).toEqual([
      {
        channel: "sms",
        to: number,
        code: codeIn(inbox[0]),
        text: `電話連携の認証コード: ${codeIn(inbox[0])}`,
      },
    ]);
    expect(codeIn(inbox[0])).toMatch(/^\d{6}$/);
    expect(await verify.checkCode(id, codeIn(inbox[0]))).toBe("completed");
    expect((await problemOf(verify.checkCode(id, codeIn(inbox[0]))))[0]).toBe(404);
  });

  it("calls with a code of the caller's own, digit by digit", async () => {
    const { codeLength: _, ...common } = wanted();
    const { requestId } = await verify.newRequest({
      ...common,
      code: "012345",
      workflow: [
        { channel: Channels.VOICE, to: number },
        { channel: Channels.SMS, to: number },
      ],
    });
    expect(inbox).toEqual([
      {
        channel: "voice",
        to: number,
        code: "012345",
        text: "電話連携の認証コードは、0、1、2、3、4、5です。",
      },
    ]);
    await verify.nextWorkflow(requestId);
    expect(inbox.map(({ channel }) => channel)).toEqual(["voice", "sms"]);
    expect(await verify.checkCode(requestId, "012345")).toBe("completed");
  });

  it("answers 400 to a wrong code, 410 to the third, then 404", async () => {
    const id = await start();
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      expect(await problemOf(verify.checkCode(id, wrong()))).toEqual([
        400,
        {
          title: "Invalid Code",
          type: "https://developer.vonage.com/api-errors/verify#invalid-code",
          detail: "The code you provided does not match the expected value.",
          instance: expect.any(String),
        },
      ]);
    }
    expect(await problemOf(verify.checkCode(id, wrong()))).toMatchObject([
      410,
      { title: "Invalid Code", type: "https://developer.vonage.com/api-errors/verify#expired" },
    ]);
    expect((await problemOf(verify.checkCode(id, codeIn(inbox[0]))))[0]).toBe(404);
  });

  it("refuses a second request to a number in flight and names the first", async () => {
    const id = await start();
    expect(await problemOf(verify.newRequest(wanted()))).toMatchObject([
      409,
      { title: "Conflict", request_id: id },
    ]);
    await start("818012345678");
    expect(inbox).toHaveLength(2);
  });

  it("moves on to the next step on request, with the same code, until none is left", async () => {
    const id = await start();
    expect(await verify.nextWorkflow(id)).toBe(true);
    expect(inbox.map(codeIn)).toEqual([codeIn(inbox[0]), codeIn(inbox[0])]);
    expect(await verify.nextWorkflow(id)).toBe(false);
    expect(await verify.checkCode(id, codeIn(inbox[0]))).toBe("completed");
  });

  it("sends the second SMS by itself after 450 seconds and ends after 900", async () => {
    const id = await start();
    now += 7.5 * minute - 1;
    emulator.sendDue();
    expect(inbox).toHaveLength(1);
    now += 1;
    emulator.sendDue();
    expect(inbox).toHaveLength(2);
    now += 7.5 * minute - 1;
    expect((await problemOf(verify.checkCode(id, wrong())))[0]).toBe(400);
    now += 1;
    expect((await problemOf(verify.checkCode(id, codeIn(inbox[0]))))[0]).toBe(404);
    await start();
    expect(inbox).toHaveLength(3);
  });

  it("starts the next step's time anew when it was moved on early", async () => {
    const id = await start();
    now += minute;
    await verify.nextWorkflow(id);
    now += 7.5 * minute - 1;
    expect(await verify.checkCode(id, codeIn(inbox[0]))).toBe("completed");
  });

  it("cancels, though not in the first 30 seconds", async () => {
    const id = await start();
    expect(await verify.cancel(id)).toBe(false);
    now += 30_000;
    expect(await verify.cancel(id)).toBe(true);
    expect(await verify.cancel(id)).toBe(false);
    await expect(start()).rejects.toThrow();
    await start();
  });
});
