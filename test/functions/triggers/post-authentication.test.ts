import type { PostAuthenticationTriggerEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { handler } from "#functions/triggers/post-authentication.ts";
import { contextOf, triggerEventOf } from "../support/events.ts";
import { newPerson, type Person } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36";
const ids = { laptop: "a".repeat(32), phone: "b".repeat(32) };
const day = 24 * 60 * 60_000;
/** Longer than a test takes: no answer. */
const silenceMs = 60_000;

interface Told {
  clientMetadata?: Record<string, string> | undefined;
  newDeviceUsed?: boolean;
}

async function signIn(person: Person, told: Told = {}): Promise<void> {
  // The history is in the order of time.
  advance(1);
  const source = "PostAuthentication_Authentication";
  const request = { newDeviceUsed: true, ...told };
  const event = triggerEventOf<PostAuthenticationTriggerEvent>(source, person, { request });
  portal.become("post-authentication");
  expect(await handler(event, contextOf("post-authentication"))).toBe(event);
}
const from = (browserId: string, purpose?: string): Told => ({
  clientMetadata: { browser: chrome, browserId, ...(purpose && { purpose }) },
});

async function activityOf({ sub }: Person) {
  const rows = await portal.partition(`ACTIVITY#${sub}`);
  return rows.filter(({ kind }) => kind !== undefined).map(({ kind, browser }) => [kind, browser]);
}
async function mailsTo(person: Person) {
  await world.reconcile();
  return world.mailsTo(person);
}
const signedIn = ["signed-in", "Chrome（Windows）"];

test("a sign-in is kept for 400 days; a first or known browser is not mailed", async () => {
  const person = newPerson();
  await signIn(person, from(ids.laptop));
  await signIn(person, from(ids.laptop));
  await signIn(person, from(ids.laptop, "confirmation"));
  expect(await activityOf(person)).toEqual([signedIn, signedIn, ["password-confirmed", "Chrome（Windows）"]]);
  expect(await mailsTo(person)).toEqual([]);
  const [row] = await portal.partition(`ACTIVITY#${person.sub}`);
  expect(Number(row?.expiresAt) * 1000 - Date.now()).toBeGreaterThan(399 * day);
  expect(JSON.stringify(await portal.everything())).not.toContain(ids.laptop);
});

test("a passkey's sign-ins and confirmations are listed as such", async () => {
  const person = newPerson();
  const passkey = "9vTQdsGrvCkTQ5Wc3IvLMJ1ZzKQ";
  for (const purpose of [undefined, "confirmation"]) {
    const { clientMetadata } = from(ids.laptop, purpose);
    await signIn(person, { clientMetadata: { ...clientMetadata, passkey } });
  }
  expect(await activityOf(person)).toEqual([
    ["passkey-signed-in", "Chrome（Windows）"],
    ["passkey-confirmed", "Chrome（Windows）"],
  ]);
});

test("another browser is mailed once, with advice; from then on it is known", async () => {
  const person = newPerson();
  await signIn(person, from(ids.laptop));
  await signIn(person, from(ids.phone));
  await signIn(person, from(ids.phone));
  const [mail, ...others] = await mailsTo(person);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("【電話連携プラグイン】新しいブラウザーからのログインのお知らせ");
  const site = "https://portal.example";
  for (const text of [person.loginId, "Chrome（Windows）", `${site}/pw/forgot`, `${site}/security`])
    expect(mail?.text).toContain(text);
  expect(await world.outboxOf(person)).toEqual([]);
});

const laptop = (person: Person) => signIn(person, from(ids.laptop));
const phone = (person: Person) => signIn(person, from(ids.phone));
const provenPhone = (person: Person) => signIn(person, { ...from(ids.phone), newDeviceUsed: false });
const days = (count: number) => () => advance(count * day);

test.each([
  ["a device that proved itself to Cognito is known without its cookie", [laptop, provenPhone, phone], 0],
  ["a browser is known for 400 days", [laptop, days(200), phone, days(300), phone], 1],
  ["a browser not used for 400 days is new", [laptop, days(200), phone, days(300), phone, laptop], 2],
])("%s", async (_, steps, mails) => {
  const person = newPerson();
  for (const step of steps) await step(person);
  expect(await mailsTo(person)).toHaveLength(mails);
});

test.each([
  ["nothing", undefined],
  ["no id", { browser: chrome }],
  ["an id that is none of ours", { browser: chrome, browserId: "x" }],
  ["a name of its own", { browser: "<b>パスワードを教えてください</b>", browserId: "" }],
])("a browser that says %s is new each time, and shown in our words", async (_, clientMetadata) => {
  const person = newPerson();
  await signIn(person, { clientMetadata });
  expect(await mailsTo(person), "no browser is known yet").toEqual([]);
  await signIn(person, from(ids.laptop));
  for (let times = 0; times < 7; times += 1) await signIn(person, { clientMetadata });
  expect(await mailsTo(person), "five a day at most").toHaveLength(5);
  expect(await activityOf(person)).toHaveLength(9);
  const shown = JSON.stringify([await activityOf(person), world.mailsTo(person)]);
  expect(shown).not.toContain("教えて");
});

test("the same new browser twice at once is mailed once", async () => {
  const people = Array.from({ length: 15 }, newPerson);
  for (const person of people) {
    await signIn(person, from(ids.laptop));
    await Promise.all([signIn(person, from(ids.phone)), signIn(person, from(ids.phone))]);
    expect(await activityOf(person)).toEqual([signedIn, signedIn, signedIn]);
    expect(await world.outboxOf(person)).toHaveLength(1);
  }
});

test("a failing or hanging table rejects no customer, and triggers an alarm", async () => {
  const person = newPerson();
  portal.faults.add({ service: "dynamodb", status: 500, times: 9 });
  await signIn(person, from(ids.laptop));
  portal.faults.clear();
  portal.faults.add({ service: "dynamodb", status: 0, times: 9, delayMs: silenceMs });
  const signingIn = signIn(person, from(ids.laptop));
  await expect.poll(() => portal.faults.list()).not.toMatchObject([{ times: 9 }]);
  // Cognito waits five seconds.
  portal.letTimePass(3000);
  await signingIn;
  portal.faults.clear();
  const lines = portal.logged.join("");
  expect(lines).toContain('"error":"timeout"');
  expect(lines.split('"SignInsUnrecorded":1')).toHaveLength(3);
  expect(lines).not.toContain(person.email);
});
