/** Forgotten login IDs: a mail to the address, and the same answer for everybody. */
import { expect, test } from "vitest";
import { handler } from "#functions/api/login-ids.ts";
import { disableAccount } from "#functions/platform/user-pool.ts";
import { sleepUntilDeadline } from "#functions/runtime/deadline.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { loginIdMailRefusals } from "#shared/messages.ts";
import { contextOf, eventOf } from "../support/events.ts";
import { newPerson } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { verifyPhone } from "../support/verified-phone.ts";
import { startWorld } from "../support/world/world.ts";

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

test("the mail lists every confirmed account of the address, which may be typed in another case", async () => {
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
  { service: "ses", operation: "SendEmail" },
  { service: "cognito", operation: "ListUsers" },
] as const)("while $operation fails the answer is the same, and the reconciler mails it", async (fault) => {
  const { email, loginId } = await newAccount();
  portal.faults.add({ ...fault, status: 500, times: 100 });
  const answers = [await ask(email), await ask(newPerson().email)];
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [200, "{}"],
    [200, "{}"],
  ]);
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
])("%s has the answer at its time, and not once the work is done", async (_, build) => {
  const email = await build();
  portal.become("login-ids");
  const settings = { ...ownEnvironment.getStore(), LOGIN_ID_ANSWER_MS: "1000" };
  const event = eventOf({ body: { email }, address: "203.0.113.9" });
  const order: unknown[] = [];
  const answer = ownEnvironment.run(settings, () => handler(event, contextOf("login-ids")));
  await Promise.all([
    answer.then(({ statusCode }) => order.push(statusCode)),
    sleepUntilDeadline(900).then(() => order.push("0.9 seconds")),
  ]);
  expect(order).toEqual(["0.9 seconds", 200]);
});

test("an address has five mails an hour and ten a day, and a network asks twenty times", async () => {
  const { email } = await newAccount();
  for (const _ of [1, 2, 3, 4, 5]) expect((await ask(email)).status).toBe(200);
  const refused = await ask(email);
  expect([refused.status, refused.json.error?.message]).toEqual([429, loginIdMailRefusals.hour]);
  expect(mailsTo(email)).toHaveLength(5);
  const from = newPerson();
  for (let time = 0; time < 20; time += 1) expect((await ask(newPerson().email, from)).status).toBe(200);
  expect((await ask(newPerson().email, from)).status).toBe(429);
});
