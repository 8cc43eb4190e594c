/** Forgotten login IDs: a mail to the address, and the same answer for everybody. */
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { disableAccount } from "#functions/platform/user-pool.ts";
import type * as deadline from "#functions/runtime/deadline.ts";
import { loginIdMailRefusals } from "#shared/messages.ts";
import { newPerson } from "../support/people.ts";
import { advance, beginDay } from "../support/portal.ts";
import { counted, refusal } from "../support/replies.ts";
import { verifyPhone } from "../support/verified-phone.ts";
import { startWorld } from "../support/world/world.ts";

/** The pause before the answer, where a test holds it: from its beginning on until the test ends it. */
const pause = vi.hoisted(() => ({
  begun: undefined as PromiseWithResolvers<number> | undefined,
  end: () => {},
}));
vi.mock("#functions/runtime/deadline.ts", async (load: () => Promise<typeof deadline>) => ({
  ...(await load()),
  sleepUntilDeadline: (milliseconds: number) =>
    new Promise<void>((end) => {
      pause.end = end;
      pause.begun?.resolve(milliseconds);
      if (pause.begun === undefined) end();
    }),
}));
beforeEach(() => {
  pause.begun = undefined;
});

const world = await startWorld();
const { portal } = world;
const { signUp, confirmSignUp: confirm } = world;

/** From somewhere else each time, unless `address` says. */
const ask = (email: string, { address } = newPerson()) =>
  portal.call("login-ids", { body: { email }, address });

async function newAccount(email = newPerson().email, isConfirmed = true) {
  const person = { ...newPerson(), email };
  await signUp(person, await verifyPhone(portal, person));
  if (isConfirmed) await confirm(person);
  return person;
}

const mailsTo = (email: string) =>
  portal.inbox.list(email).filter(({ subject }) => subject?.includes("ログインIDのお知らせ"));
const waiting = () => portal.partition("LOGIN_ID_MAILS");

test("the mail lists every confirmed account of the address, typed in any case", async () => {
  const { email, loginId } = await newAccount();
  const others = [await newAccount(email), await newAccount(email, false), await newAccount()];
  const answer = await ask(email.toUpperCase());
  expect([answer.status, answer.text]).toEqual([200, "{}"]);
  const [mail, ...more] = mailsTo(email);
  expect(more).toEqual([]);
  const listed = mail?.text.match(/(?<=ログインID：).+/g);
  expect(listed).toEqual([loginId, others[0]?.loginId].toSorted());
  for (const path of ["/signin", "/pw/forgot"]) expect(mail?.text).toContain(`${path}\n`);
  expect(await waiting()).toEqual([]);
  expect(portal.logged.join()).not.toContain(email);
});

const without: Record<string, () => Promise<string>> = {
  "an address that nobody has": async () => newPerson().email,
  "an account that is not confirmed": async () => (await newAccount(undefined, false)).email,
  "a closed account": async () => {
    const { loginId, email } = await newAccount();
    portal.become("operator");
    const account = portal.cognito.users().find(({ userName }) => userName === loginId);
    await disableAccount({ loginId, sub: account?.sub ?? "" });
    return email;
  },
};
test.each(Object.entries(without))("%s: the same answer, and no mail", async (_, build) => {
  const email = await build();
  const answer = await ask(email);
  expect([answer.status, answer.text]).toEqual([200, "{}"]);
  expect(mailsTo(email)).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test.each([
  { service: "ses", operation: "SendEmail", status: 500, times: 100 },
  { service: "cognito", operation: "ListUsers", status: 500, times: 100 },
  // The stranger's request does not come to SES.
  { service: "ses", operation: "SendEmail", delayMs: 60_000, times: 1 },
  { service: "cognito", operation: "ListUsers", delayMs: 60_000, times: 2 },
] as const)("the answer is the same while $operation fails or hangs; the mail comes later", async (fault) => {
  const { email, loginId } = await newAccount();
  portal.faults.add(fault);
  const answering = Promise.all([ask(email), ask(newPerson().email)]);
  if ("delayMs" in fault) {
    await expect.poll(() => portal.faults.list()).toEqual([]);
    portal.letTimePass(2_200);
  }
  for (const { status, text } of await answering) expect([status, text]).toEqual([200, "{}"]);
  expect(mailsTo(email)).toEqual([]);
  portal.faults.clear();
  advance(5 * 60_000);
  await world.reconcile();
  expect(mailsTo(email).map(({ text }) => text.includes(loginId))).toEqual([true]);
  expect(await waiting()).toEqual([]);
});

test.each([
  ["an owner", async () => (await newAccount()).email],
  ["a stranger", async () => newPerson().email],
])("%s has the answer at a time that does not depend on the work", async (_, build) => {
  const email = await build();
  pause.begun = Promise.withResolvers();
  onTestFinished(() => pause.end());
  portal.requests.clear();
  const ended: string[] = [];
  const answering = ask(email).finally(() => ended.push("answer"));
  await pause.begun.promise;
  const calls = portal.requests.list().map(({ operation }) => operation);
  expect(calls.filter((operation) => operation === "TransactWriteItems")).toHaveLength(1);
  await expect.poll(waiting).toEqual([]);
  expect(ended).toEqual([]);
  pause.end();
  expect((await answering).status).toBe(200);
});

/** How many were sent and refused. */
const countedMails = () => ["LoginIdMails", "LoginIdsRefused"].map((metric) => counted(portal, metric));

test("an address has five mails an hour and ten a day, and a network asks twenty times", async () => {
  beginDay();
  const { email } = await newAccount();
  for (const _ of [1, 2, 3, 4, 5]) expect((await ask(email)).status).toBe(200);
  expect(refusal(await ask(email))).toEqual([429, loginIdMailRefusals.hour]);
  expect(mailsTo(email)).toHaveLength(5);
  expect(countedMails()).toEqual([5, 1]);
  const from = newPerson();
  for (let time = 0; time < 20; time += 1) expect((await ask(newPerson().email, from)).status).toBe(200);
  expect((await ask(newPerson().email, from)).status).toBe(429);
  expect(countedMails()).toEqual([5, 2]);
  for (let more = 5; more < 10; more += 1) {
    advance(2 * 60 * 60_000);
    expect((await ask(email)).status).toBe(200);
  }
  advance(2 * 60 * 60_000);
  expect(refusal(await ask(email))).toEqual([429, loginIdMailRefusals.day]);
});

test("a request that sends nothing costs no sign-up its code, and no owner the mail", async () => {
  await portal.reset();
  for (const _ of [1, 2, 3, 4, 5]) await ask("nobody@example.com");
  const limits = (await portal.everything()).map(({ pk }) => String(pk)).filter((pk) => /^RATE#/.test(pk));
  const kinds = new Set(limits.map((pk) => pk.replace(/[0-9a-f]{32}$/, "<hash>")));
  expect([...kinds].toSorted()).toEqual([
    "RATE#LOGIN_IDS#<hash>",
    "RATE#LOGIN_IDS#ADDRESS#<hash>",
    "RATE#LOGIN_IDS#DAY#ADDRESS#<hash>",
  ]);
});

const sentInAll = async () => (await portal.partition("RATE#LOGIN_IDS#PORTAL")).map(({ count }) => count);

test("the answer is the same beyond the portal's hour, and the mail waits", async () => {
  await portal.reset();
  beginDay();
  const { email } = await newAccount();
  const end = new Date(Math.ceil((Date.now() + 1) / 3_600_000) * 3_600_000).toISOString();
  await portal.put({ pk: "RATE#LOGIN_IDS#PORTAL", sk: end, count: 100 });
  const answer = await ask(email);
  expect([answer.status, answer.text]).toEqual([200, "{}"]);
  for (const minutes of [0, 5, 5]) {
    advance(minutes * 60_000);
    await world.reconcile();
    expect(mailsTo(email)).toEqual([]);
    expect(await waiting()).toHaveLength(1);
  }
  expect([counted(portal, "TasksFailed"), ...countedMails()]).toEqual([0, 0, 0]);
  expect(await sentInAll()).toEqual([100]);
  advance(2 * 60 * 60_000);
  await world.reconcile();
  expect(mailsTo(email)).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test("a mail that SES refuses is not one of the portal's hour", async () => {
  await portal.reset();
  const { email } = await newAccount();
  portal.faults.add({ service: "ses", operation: "SendEmail", status: 500, times: 100 });
  await ask(email);
  expect(await sentInAll()).toEqual([0]);
});
