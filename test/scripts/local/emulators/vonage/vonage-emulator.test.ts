/** The real client in front of the emulator. Source: Verify v2 reference, and what Vonage answered. */
import { Vonage } from "@vonage/server-sdk";
import { Channels } from "@vonage/verify2";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import type { DeliveredMessage } from "#scripts/local/emulators/emulator.ts";
import { createVonageEmulator } from "#scripts/local/emulators/vonage/emulator.ts";
import type { RunningServer } from "#scripts/local/http.ts";
import { Scope } from "#scripts/local/scope.ts";
import { serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

const keys = inject("vonageKeys");
const applicationId = "aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab";
const number = "819012345678";
const code = "012345";

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
let served: RunningServer;
let verify: Vonage["verify2"];

beforeAll(async () => {
  served = await serveEmulator(emulator);
  verify = new Vonage({ applicationId, privateKey: keys.privateKey }, { apiHost: served.url }).verify2;
});
afterAll(() => Promise.all([scope.close(), served.close()]));
beforeEach(() => {
  emulator.reset();
  inbox.length = 0;
  now = Date.now();
});

/** As the portal asks: a code of its own, two SMS of 450 s each. */
const start = async (to = number) => {
  const step = { channel: Channels.SMS, to } as const;
  const workflow = [step, step];
  const { requestId } = await verify.newRequest({
    brand: "電話連携",
    locale: "ja-jp",
    code,
    channelTimeout: 450,
    workflow,
  });
  return requestId;
};

/** Status and body of the answer that the client turned into an error. */
async function problemOf(call: Promise<unknown>): Promise<unknown> {
  const { response } = await call.then(
    () => Promise.reject(new Error("It succeeded.")),
    (reason: { response: Response }) => reason,
  );
  return [response.status, await response.json()];
}
const problem = (status: number, title: string, type: string, more = {}) => [
  status,
  {
    title,
    type: `https://developer.vonage.com/api-errors${type}`,
    detail: expect.any(String),
    instance: expect.any(String),
    ...more,
  },
];
const notFound = problem(404, "Not Found", "#not-found");

it("a wrong code is 400, the third one 410, and then the request is gone", async () => {
  const id = await start();
  const wrong = () => problemOf(verify.checkCode(id, "999999"));
  const invalid = problem(400, "Invalid Code", "/verify#invalid-code");
  expect([await wrong(), await wrong()]).toEqual([invalid, invalid]);
  expect(await wrong()).toEqual(problem(410, "Invalid Code", "/verify#expired"));
  expect(await problemOf(verify.checkCode(id, code))).toEqual(notFound);
});

it.each([450, 60])("a second SMS after %i seconds ends the request 450 seconds later", async (seconds) => {
  const id = await start();
  const checkedAfter = async (wait: number) => {
    now += wait * 1000;
    const [status] = (await problemOf(verify.checkCode(id, "999999"))) as [number];
    return [status, inbox.length];
  };
  expect(await checkedAfter(seconds - 0.001)).toEqual([400, 1]);
  now += 1;
  if (seconds < 450) await verify.nextWorkflow(id);
  expect(await checkedAfter(449.999)).toEqual([400, 2]);
  expect(await checkedAfter(0.001)).toEqual([404, 2]);
});

it("a request cannot be cancelled for 30 seconds; its number is free a little later", async () => {
  const id = await start();
  expect(await verify.cancel(id)).toBe(false);
  now += 30_000;
  expect(await verify.cancel(id)).toBe(true);
  expect(await verify.cancel(id)).toBe(false);
  await expect(start()).rejects.toThrow();
  await start();
});
