import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Emulator } from "#scripts/local/emulators/emulator.ts";
import { createFaults, faultRequest } from "#scripts/local/faults.ts";
import type { RunningServer } from "#scripts/local/http.ts";
import { createRequestLog } from "#scripts/local/request-log.ts";
import { Scope } from "#scripts/local/scope.ts";
import { hostEmulator } from "#scripts/local/service-host.ts";

let works = 0;
const emulator: Emulator = {
  service: "vonage",
  browserFacing: true,
  operation: ({ method }) => `${method} thing`,
  handle: async ({ body }) => {
    works += 1;
    return { status: 200, headers: { "content-type": "text/plain" }, body: `did ${body}` };
  },
  fault: (status) => ({ status, body: `fault ${status}` }),
  reset: () => undefined,
  describe: () => ({}),
  snapshot: () => null,
  restore: () => undefined,
};
const faults = createFaults();
const requests = createRequestLog();
const scope = new Scope();
let server: RunningServer;

beforeAll(async () => {
  server = await hostEmulator(emulator, { faults, requests, scope });
});
beforeEach(() => {
  faults.clear();
  requests.clear();
  works = 0;
});
afterAll(() => scope.close());

const call = (method = "POST") =>
  fetch(`${server.url}/x?y=1`, { method, ...(method === "POST" ? { body: "it" } : {}) });
const fail = (fault: object) => faults.add(faultRequest.parse({ service: "vonage", status: 500, ...fault }));

test("every call is logged as it was sent and answered, newest first", async () => {
  expect(await (await call()).text()).toBe("did it");
  await call("GET");
  expect(requests.list("vonage").map(({ operation }) => operation)).toEqual(["GET thing", "POST thing"]);
  expect(requests.list("vonage")[1]).toMatchObject({
    path: "/x?y=1",
    body: "it",
    status: 200,
    response: "did it",
  });
  expect(requests.list("s3")).toEqual([]);
});

test("a fault meets the next calls of its operation, as often as asked, before the work is done", async () => {
  fail({ operation: "POST thing", status: 503, times: 2 });
  const statuses = [];
  for (const method of ["GET", "POST", "POST", "POST"]) statuses.push((await call(method)).status);
  expect(statuses).toEqual([200, 503, 503, 200]);
  expect(works).toBe(2);
});

test("a fault afterwards does the work and loses the answer; status 0 drops the connection", async () => {
  fail({ after: true });
  expect((await call()).status).toBe(500);
  expect(works).toBe(1);
  fail({ status: 0 });
  await expect(call()).rejects.toThrow();
  expect(works).toBe(1);
});

test("a delay alone: the work is done after it, and succeeds", async () => {
  const [asked, over] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  vi.spyOn(scope, "sleep").mockImplementationOnce((milliseconds) => {
    asked.resolve(milliseconds);
    return over.promise;
  });
  fail({ status: undefined, delayMs: 700 });
  const answer = call();
  expect([await asked.promise, works]).toEqual([700, 0]);
  over.resolve();
  expect([(await answer).status, works]).toEqual([200, 1]);
});

test("a browser may call it from another origin", async () => {
  const preflight = await fetch(server.url, {
    method: "OPTIONS",
    headers: { origin: "http://localhost:3000" },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
});

test.each([
  {},
  { service: "nobody", status: 500 },
  { service: "s3", status: 700 },
  { service: "s3", status: 500, x: 1 },
])("a fault that makes no sense is refused: %o", (body) =>
  expect(faultRequest.safeParse(body).success).toBe(false),
);
