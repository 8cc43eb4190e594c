import { beforeEach, describe, expect, test, vi } from "vitest";
import { auditRow } from "#functions/platform/audit.ts";
import { withContext } from "#functions/runtime/context.ts";
import { recordSignIn } from "#functions/sign-in-methods/record-sign-in.ts";
import { advance } from "../support/portal.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;
const day = 24 * 60 * 60_000;

interface Page {
  events: { id: string; at: string; kind: string; ip?: string }[];
  nextCursor?: string;
  passwordChangedAt?: string;
}

async function pageOf(owner: Owner, cursor?: string): Promise<Page> {
  const query = cursor === undefined ? {} : { cursor };
  const reply = await portal.call("activity", { by: owner, query });
  expect(reply.status).toBe(200);
  return reply.json.result as unknown as Page;
}
const kindsOf = async (owner: Owner) => (await pageOf(owner)).events.map(({ kind }) => kind);

const { put } = portal;
async function signIn({ sub, loginId, email }: Owner): Promise<void> {
  advance(1000);
  portal.become("post-authentication");
  const how = { browser: "Chrome（Windows）", browserId: "a".repeat(32), isKnownDevice: false };
  await recordSignIn({ sub, loginId, email, kind: "signed-in", ...how });
}
const begin = (owner: Owner, address: string, signedInAt = Date.now()) =>
  portal.call("sessions", {
    by: owner,
    claims: { auth_time: String(Math.floor(signedInAt / 1000)) },
    body: { operation: "begin" },
    address,
  });

let owner: Owner;
beforeEach(async () => {
  owner = await world.createStandardCustomer();
});

test("lists the customer's changes, newest first, and no other customer's", async () => {
  const other = await world.createStandardCustomer();
  await world.update(other, { city: "大阪市" });
  await world.update(owner, { city: "港区", billingPhoneNumber: "03-9999-8888" });
  await world.update(owner, { apiKey: "b1b2c3d4" });
  const { events, ...rest } = await pageOf(owner);
  const changes = ["voice-provider-changed", "profile-changed", "billing-contact-changed"];
  expect(events.map(({ kind }) => kind)).toEqual(changes);
  expect(rest).toEqual({});
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  expect(JSON.stringify(events)).not.toMatch(/港区|9999|b1b2c3d4/);
});

describe("a sign-in", () => {
  test("has the address of its first call, and of no later one", async () => {
    await signIn(owner);
    advance(3000);
    expect((await begin(owner, "198.51.100.7")).json).toEqual({ result: { ended: false } });
    await begin(owner, "198.51.100.8");
    const { events } = await pageOf(owner);
    expect(events).toMatchObject([{ kind: "signed-in", browser: "Chrome（Windows）", ip: "198.51.100.7" }]);
  });

  test("of another browser a moment ago keeps its place for that browser's address", async () => {
    await signIn(owner);
    const first = Date.now();
    advance(5000);
    await signIn(owner);
    const second = Date.now();
    for (let times = 0; times < 2; times += 1) await begin(owner, "198.51.100.7", second);
    await begin(owner, "203.0.113.9", first);
    const { events } = await pageOf(owner);
    expect(events.map(({ ip }) => ip)).toEqual(["198.51.100.7", "203.0.113.9"]);
  });

  test.each([
    ["in the next second", 1050],
    ["within the same second", 50],
  ])("and another one %s have an address each", async (_, laterMs) => {
    vi.setSystemTime(Math.ceil(Date.now() / 1000) * 1000 - 100);
    for (const address of ["198.51.100.7", "203.0.113.9"]) {
      await signIn(owner);
      await begin(owner, address);
      advance(laterMs - 1000);
    }
    const { events } = await pageOf(owner);
    expect(events.map(({ ip }) => ip)).toEqual(["203.0.113.9", "198.51.100.7"]);
  });

  test("of another time is not touched", async () => {
    await signIn(owner);
    advance(10 * 60_000);
    await begin(owner, "198.51.100.7");
    expect((await pageOf(owner)).events[0]).not.toHaveProperty("ip");
    await signIn(owner);
    await begin(owner, "198.51.100.9");
    const addresses = (await pageOf(owner)).events.map(({ ip }) => ip);
    expect(addresses).toEqual(["198.51.100.9", undefined]);
  });
});

test("a changed password is shown with its time, also after the event has expired", async () => {
  const body = { operation: "end" };
  await portal.call("sessions", { by: owner, body });
  const { events, passwordChangedAt } = await pageOf(owner);
  expect(events).toMatchObject([{ kind: "password-changed", at: passwordChangedAt }]);
  advance(401 * day);
  expect(await pageOf(owner)).toEqual({ events: [], passwordChangedAt });
});

test("a pressed download is listed once a day for each version, its link never", async () => {
  const file = { key: "plugin/1.zip", s3VersionId: "1", size: 1, sha256: "0" };
  const publishedAt = new Date().toISOString();
  await put({ pk: "RELEASE#plugin", sk: "CURRENT", version: "1.2.3", publishedAt, ...file });
  const link = { file_type: "plugin" };
  expect((await portal.call("download-file", { by: owner, query: link })).status).toBe(200);
  expect((await pageOf(owner)).events).toEqual([]);
  const query = { ...link, pressed: "true" };
  const download = () => portal.call("download-file", { by: owner, query });
  for (let times = 0; times < 3; times += 1) expect((await download()).status).toBe(200);
  expect((await pageOf(owner)).events).toMatchObject([{ kind: "plugin-download", version: "1.2.3" }]);
  advance(day);
  await download();
  expect(await kindsOf(owner)).toEqual(["plugin-download", "plugin-download"]);
  portal.faults.add({ service: "dynamodb", operation: "TransactWriteItems", status: 500, times: 9 });
  advance(day);
  expect((await download()).status, "the file counts").toBe(200);
});

test("an operator's action is listed without the operator's name and reason", async () => {
  const at = new Date().toISOString();
  const row = { pk: `CUSTOMER#${owner.sub}`, sk: `AUDIT#${at}#1`, operator: "arn:aws:iam::1:user/suzuki" };
  await put({ ...row, action: "looked-up", reason: "問い合わせ 123" });
  await put({ ...row, sk: `AUDIT#${at}#2`, action: "something-new", reason: "x" });
  const { events } = await pageOf(owner);
  expect(events.map(({ kind }) => kind)).toEqual(["operator-changed", "operator-read"]);
  expect(JSON.stringify(events)).not.toMatch(/suzuki|問い合わせ/);
});

const auditRowOf = (...row: Parameters<typeof auditRow>) =>
  withContext({ kind: "request", requestId: "1" }, () => auditRow(...row));

test("pages contain each entry once, from any partition, and end after 400 days", async () => {
  const expected: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    advance(13 * day);
    const { put: row } = auditRowOf(owner.sub, { action: "card-changed" }, `CARD#${99 - count}`);
    await put(row);
    await signIn(owner);
    expected.unshift("signed-in", "card-changed");
  }
  // Older than that.
  const { put: old } = auditRowOf(owner.sub, { action: "upgraded" }, "PLAN#1");
  await put({ ...old, at: new Date(Date.now() - 401 * day).toISOString() });
  const pages = [await pageOf(owner)];
  for (let cursor = pages[0]?.nextCursor; cursor !== undefined; cursor = pages.at(-1)?.nextCursor)
    pages.push(await pageOf(owner, cursor));
  expect(pages.map(({ events }) => events.length)).toEqual([20, 20, 20]);
  const all = pages.flatMap(({ events }) => events);
  expect(all.map(({ kind }) => kind)).toEqual(expected);
  expect(new Set(all.map(({ id }) => id)).size).toBe(60);
  const times = all.map(({ at }) => at);
  expect(times).toEqual([...times].sort().reverse());
});

test("a page reads little more than it shows of a long trail", async () => {
  for (let count = 0; count < 120; count += 1) {
    advance(60_000);
    const details = { action: "licence-key-revealed", customerId: "x".repeat(1000) } as const;
    const { put: row } = auditRowOf(owner.sub, details);
    await put(count % 3 === 0 ? { ...row, action: "erasure-begun" } : row);
  }
  portal.requests.clear();
  const { events, nextCursor } = await pageOf(owner);
  expect(events).toHaveLength(20);
  expect((await pageOf(owner, nextCursor)).events).toHaveLength(20);
  const queries = portal.requests.list("dynamodb").filter(({ operation }) => operation === "Query");
  const read = queries.flatMap(({ response }) => response.match(/"ScannedCount":(\d+)/)?.[1] ?? []);
  expect(read.reduce((sum, count) => sum + Number(count), 0)).toBeLessThan(100);
});

const odd = ["", "../../etc", "x".repeat(300), "日本", "zzzz"];
const made = ["9", "CUSTOMER#", "\uffff", "0", "BROWSER#", "2026-11-23T00:00:00.000Z#\u0000"];
const madeCursors = made.map((position) => Buffer.from(position).toString("base64url"));
test.each([...odd, ...madeCursors])("a cursor of %j is refused", async (cursor) => {
  await signIn(owner);
  const reply = await portal.call("activity", { by: owner, query: { cursor } });
  expect(reply.status).toBe(400);
});
