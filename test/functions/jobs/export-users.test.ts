/** The accounts of the user pool lie in S3 once a day, each once, however a run ends. */

import { gunzipSync } from "node:zlib";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { handler, lookAtEverything } from "#functions/jobs/export-users.ts";
import { handler as reconcile } from "#functions/jobs/reconcile.ts";
import { s3 } from "#functions/platform/aws-clients.ts";
import { withContext } from "#functions/runtime/context.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { deleteAccount } from "../support/accounts.ts";
import { contextOf } from "../support/events.ts";
import { onCommand } from "../support/on-command.ts";
import { newPerson } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";
import { saveProfile } from "../support/profiles.ts";
import { putAll } from "../support/put-all.ts";
import { counted } from "../support/replies.ts";

const portal = await startPortal();
const Bucket = identifiers.userExportBucket;
/** Of Cognito's 60 accounts. */
const pages = 3;
const names = Array.from({ length: 130 }, (_, index) => `exported${index}`);

beforeAll(() => {
  vi.setSystemTime("2026-11-22T16:00:00Z");
  for (const userName of names)
    portal.cognito.seedUser({ userName, password: "Correct-Horse-1", email: `${userName}@example.com` });
});
beforeEach(() => advance(dayMs));

/** Japan's. */
const today = () => new Date(Date.now() + 9 * 60 * 60_000).toISOString().slice(0, 10);
const progress = () => portal.item("PASSES", "accounts");
const lastLook = async () => (await portal.partition("USER_EXPORTS")).at(-1);
const manifestSchema = z.object({ parts: z.number(), accounts: z.number(), userPoolId: z.string() });
const accountSchema = z.object({ loginId: z.string(), attributes: z.record(z.string(), z.string()) });

/** One page to a part. */
const run = (timeMs?: number) => {
  portal.become("export-users");
  const settings = { pages: 1, ...(timeMs !== undefined && { timeMs }) };
  return withContext({ kind: "job", requestId: "r" }, () => lookAtEverything(settings));
};

async function read(key: string, day = today()): Promise<Buffer> {
  const { Body } = await portal.s3.send(new GetObjectCommand({ Bucket, Key: `users/${day}/${key}` }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

/** Today's manifest. */
async function exported() {
  const manifest = manifestSchema.parse(JSON.parse((await read("manifest.json")).toString()));
  const lines: string[] = [];
  for (let part = 1; part <= manifest.parts; part += 1) {
    const text = gunzipSync(await read(`${String(part).padStart(5, "0")}.jsonl.gz`)).toString();
    lines.push(...text.trim().split("\n"));
  }
  const accounts = lines.map((line) => accountSchema.parse(JSON.parse(line)));
  return { manifest, lines, accounts };
}

async function expectComplete(): Promise<void> {
  const { manifest, accounts } = await exported();
  const { userPoolId } = identifiers;
  expect(manifest).toMatchObject({ parts: pages, accounts: names.length, userPoolId });
  expect(accounts.map(({ loginId }) => loginId).sort()).toEqual([...names].sort());
}

test("every account with its attributes, and no password", async () => {
  portal.become("export-users");
  const done = await handler(undefined as never, contextOf("export-users"));
  expect(done).toMatchObject({ counts: { parts: 1, accounts: names.length }, isComplete: true });
  const { lines, accounts } = await exported();
  expect(accounts.map(({ loginId }) => loginId).sort()).toEqual([...names].sort());
  const first = lines.find((line) => line.includes('"exported0"')) ?? "";
  expect(JSON.parse(first)).toEqual({
    loginId: "exported0",
    status: "CONFIRMED",
    isEnabled: true,
    createdAt: expect.stringMatching(/^20\d\d-/),
    changedAt: expect.stringMatching(/^20\d\d-/),
    attributes: expect.objectContaining({
      sub: expect.stringMatching(/^[\da-f-]{36}$/),
      email: "exported0@example.com",
      email_verified: "true",
    }),
  });
  expect(lines.join("")).not.toMatch(/password|secret|Correct-Horse|salt|verifier/i);
  // The logs hold counts, no accounts.
  expect(portal.logged.join("")).not.toMatch(/exported0|@example/);
});

test("the export is made once a day, and the alarm's metric counted once", async () => {
  await run();
  const before = await progress();
  expect(await run()).toEqual({ parts: 0, counts: {}, isComplete: false });
  expect(await progress()).toEqual(before);
  expect(counted(portal, "UserExports")).toBe(1);
});

test("the next runs continue an export that exceeds the time of a run", async () => {
  const exported = async () => (await run(0)).counts;
  expect(await exported()).toMatchObject({ parts: 1, accounts: 60 });
  expect(await exported()).toMatchObject({ parts: 2, accounts: 120 });
  await expect(read("manifest.json")).rejects.toThrow("does not exist");
  expect(await exported()).toMatchObject({ parts: 3, accounts: 130 });
  await expectComplete();
  // The look at the table follows.
  expect(await run(0)).toMatchObject({ isComplete: true });
});

const ofPart = { service: "s3", operation: "PutObject", status: 403 } as const;
const ofProgress = { service: "dynamodb", operation: "UpdateItem", status: 403, skip: 3 } as const;
test.each([
  ["S3 refuses a part", { ...ofPart, skip: 1 }],
  ["S3 refuses the manifest", { ...ofPart, skip: pages }],
  ["S3's answer is lost", { ...ofPart, skip: 2, after: true }],
  ["Cognito refuses a page", { service: "cognito", operation: "ListUsers", status: 500, skip: 2, times: 9 }],
  ["the table does not keep the progress", ofProgress],
] as const)("the next run completes the export, each account once, when %s", async (_, fault) => {
  portal.faults.add(fault);
  await expect(run()).rejects.toThrow();
  portal.faults.clear();
  // Longer than the lease, should it not have been given back.
  advance(20 * 60_000);
  expect(await run()).toMatchObject({ isComplete: true });
  await expectComplete();
});

test("a token that Cognito no longer takes: the export begins again, each account once", async () => {
  await run(0);
  await portal.put({ ...(await progress()), cursor: JSON.stringify({ accounts: "too old" }) });
  expect(await run()).toMatchObject({ isComplete: true });
  await expectComplete();
  expect(portal.logged.join("")).toContain("export of accounts begins again");
});

test("two runs at once: one of them exports", async () => {
  const runs = await Promise.all([run(), run()]);
  expect(runs.filter(({ isComplete }) => isComplete)).toHaveLength(1);
  expect(runs.filter(({ parts }) => parts === 0)).toHaveLength(1);
  await expectComplete();
});

test("a run that was overtaken does not move the other one's progress back", async () => {
  portal.become("export-users");
  onCommand(s3(), "after", "PutObject", async () => {
    advance(20 * 60_000);
    await run();
  });
  await expect(run()).rejects.toThrow("Another run took the pass over.");
  await expectComplete();
});

test("a contract without an account raises the alarm each day, and no other does", async () => {
  const [gone, closed, trial, there] = [newPerson(), newPerson(), newPerson(), newPerson()];
  const contract = { plan: "standard", subscriptionId: "sub_1" };
  await saveProfile(portal, gone, contract);
  await saveProfile(portal, closed, { ...contract, closedAt: "2026-11-22T00:00:00.000Z" });
  await saveProfile(portal, trial, {});
  await saveProfile(portal, there, contract);
  portal.seedAccount(there);
  for (const day of [1, 2]) {
    portal.become("export-users");
    expect((await handler(undefined as never, contextOf("export-users"))).isComplete).toBe(true);
    expect(counted(portal, "ProfilesWithoutAccount")).toBe(day);
    advance(dayMs);
  }
  await deleteAccount(portal, there);
  const named = portal.logged.filter((line) => line.includes("profile without an account"));
  expect(named.join("")).toContain(gone.sub);
  expect(named.join("")).not.toContain(gone.loginId);
});

test("Cognito fails for one of the contracts: the reconciler asks again", async () => {
  const [gone, there] = [newPerson(), newPerson()];
  for (const person of [gone, there])
    await saveProfile(portal, person, { plan: "standard", subscriptionId: `sub_${person.sub}` });
  portal.seedAccount(there);
  portal.faults.add({ service: "cognito", operation: "AdminGetUser", status: 500, times: 1000 });
  expect(await run()).toMatchObject({ isComplete: true });
  portal.faults.clear();
  const checks = () => portal.partition("STRIPE_TASKS");
  const checked = (await checks()).map(({ kind, sub }) => [kind, sub]);
  expect(checked).toEqual(expect.arrayContaining([gone, there].map(({ sub }) => ["contract-account", sub])));
  portal.become("reconcile");
  await reconcile(undefined as never, contextOf("reconcile"));
  expect(await checks()).toEqual([]);
  const reported = portal.logged.filter((line) => line.includes("profile without an account")).join("");
  expect([gone, there].map(({ sub }) => reported.includes(sub))).toEqual([true, false]);
});

test("a look that takes more than a day is ended before the next one begins", async () => {
  const firstDay = today();
  await run(0);
  advance(dayMs);
  expect(await run()).toMatchObject({ isComplete: true });
  expect((await read("manifest.json", firstDay)).toString()).toContain(firstDay);
  await expect(read("manifest.json")).rejects.toThrow("does not exist");
  expect(await run()).toMatchObject({ isComplete: true });
  expect((await read("manifest.json")).toString()).toContain(today());
});

test("the age is the time since the last complete look began", async () => {
  const ages = () =>
    portal.logged
      .flatMap((line) => Number(/"AccountsAge":(\d+)/.exec(line)?.[1] ?? Number.NaN))
      .filter(Number.isFinite);
  await run();
  advance(dayMs);
  await run(0);
  advance(hourMs);
  expect(await run()).toMatchObject({ isComplete: true });
  expect(ages()).toEqual([0, dayMs / 1000, hourMs / 1000]);
});

test("every row is counted once, over parts and runs", async () => {
  const { customers: before } = (await lastLook()) ?? {};
  const rows = Array.from({ length: 1100 }, (_, index) => ({ pk: `CUSTOMER#many-${index}`, sk: "PROFILE" }));
  await putAll(portal, rows);
  let runs = 0;
  for (let isComplete = false; !isComplete; runs += 1) ({ isComplete } = await run(0));
  expect(runs).toBeGreaterThan(pages + 1);
  expect((await lastLook())?.customers).toBe(Number(before) + rows.length);
});
