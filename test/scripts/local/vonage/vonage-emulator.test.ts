import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { Vonage } from "@vonage/server-sdk";
import { Channels, type VerificationRequestParams } from "@vonage/verify2";
import { SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DeliveredMessage } from "../../../../scripts/local/emulators/emulator.ts";
import { createVonageEmulator } from "../../../../scripts/local/emulators/vonage/emulator.ts";
import { type ServedEmulator, serveEmulator } from "../support/serve-emulator.ts";

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
const emulator = createVonageEmulator({
  clock: () => now,
  deliver: (message) => inbox.push(message),
  applicationId,
  publicKeyPem: keys.publicKey,
});
let served: ServedEmulator;
let verify: Vonage["verify2"];

const clientWith = (privateKey: string, id = applicationId) =>
  new Vonage({ applicationId: id, privateKey }, { apiHost: served.url }).verify2;

beforeAll(async () => {
  served = await serveEmulator(emulator);
  verify = clientWith(keys.privateKey);
});
afterAll(() => served.close());
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

  it("sends by a real timer too, and none after a reset", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const timed = createVonageEmulator({
      clock: () => now,
      deliver: (message) => inbox.push(message),
      applicationId,
      publicKeyPem: keys.publicKey,
    });
    const snapshot = [
      {
        id: "x",
        brand: "b",
        locale: "ja-jp",
        code: "123456",
        stepLength: 450_000,
        steps: [number, number],
        step: 0,
        stepStartedAt: now,
        startedAt: now,
        wrongCodes: 0,
      },
    ];
    timed.restore(snapshot);
    expect(timed.snapshot()).toEqual(snapshot);
    now += 450_000;
    vi.advanceTimersByTime(450_000);
    expect(inbox).toMatchObject([{ to: number, code: "123456" }]);
    timed.reset();
    now += 450_000;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("cancels, though not in the first 30 seconds", async () => {
    const id = await start();
    expect(await verify.cancel(id)).toBe(false);
    now += 30_000;
    expect(await verify.cancel(id)).toBe(true);
    expect(await verify.cancel(id)).toBe(false);
    await start();
  });
});

describe("Vonage Verify v2 emulator: what it refuses", () => {
  const token = (claims: Record<string, unknown> = {}, key = keys.privateKey, alg = "RS256") => {
    const seconds = Math.floor(Date.now() / 1000);
    const all = { application_id: applicationId, iat: seconds, exp: seconds + 60, jti: "1", ...claims };
    return new SignJWT(all)
      .setProtectedHeader({ alg, typ: "JWT" })
      .sign(alg === "HS256" ? Buffer.from(keys.publicKey) : createPrivateKey(key));
  };
  const post = async (authorization: string, body: unknown, path = "/v2/verify") => {
    const response = await fetch(`${served.url}${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      body: await response.json(),
    };
  };
  const valid = { brand: "portal", workflow: [{ channel: "sms", to: number }] };

  it("a token that is foreign, expired, incomplete or missing", async () => {
    const hour = 3600;
    const seconds = Math.floor(Date.now() / 1000);
    const tokens = [
      await token({}, keyPair().privateKey),
      await token({ application_id: "another" }),
      await token({ exp: seconds - hour, iat: seconds - 2 * hour }),
      await token({ iat: seconds + hour, exp: seconds + 2 * hour }),
      await token({ jti: undefined }),
      await token({ exp: undefined }),
      await token({}, undefined, "HS256"),
    ];
    for (const authorization of [...tokens.map((each) => `Bearer ${each}`), "", "Basic eDp5"]) {
      expect(await post(authorization, valid)).toMatchObject({
        status: 401,
        type: "application/problem+json",
        body: { title: "Unauthorized" },
      });
    }
    expect(await problemOf(clientWith(keyPair().privateKey).newRequest(wanted()))).toMatchObject([401, {}]);
    expect((await post(`Bearer ${await token()}`, valid)).status).toBe(202);
    expect(inbox).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>]>([
    ["brand", { brand: "" }],
    ["brand", { brand: "x".repeat(17) }],
    ["code_length", { code_length: 3 }],
    ["code_length", { code_length: 11 }],
    ["channel_timeout", { channel_timeout: 14 }],
    ["channel_timeout", { channel_timeout: 901 }],
    ["locale", { locale: "ja_JP" }],
    ["workflow", { workflow: [] }],
    ["workflow.0.to", { workflow: [{ channel: "sms", to: "+819012345678" }] }],
    ["workflow.0.to", { workflow: [{ channel: "sms", to: "09012345678" }] }],
    ["workflow.0.channel", { workflow: [{ channel: "fax", to: number }] }],
  ])("a bad %s: %o", async (name, changes) => {
    const refused = await post(`Bearer ${await token()}`, { ...valid, ...changes });
    expect(refused).toMatchObject({ status: 422, body: { invalid_parameters: [{ name }] } });
    expect(inbox).toEqual([]);
  });

  it("what is not JSON, not a code or not a path", async () => {
    const bearer = `Bearer ${await token()}`;
    expect(await post(bearer, "{")).toMatchObject({ status: 400 });
    const id = await start();
    expect(await post(bearer, { code: 123456 }, `/v2/verify/${id}`)).toMatchObject({ status: 422 });
    expect(await post(bearer, {}, `/v2/verify/${id}/next-workflow`)).toMatchObject({ status: 404 });
    expect(await post(bearer, {}, "/v1/verify")).toMatchObject({ status: 404 });
  });
});
