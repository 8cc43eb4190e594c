import type { PostConfirmationTriggerEvent } from "aws-lambda";
import { beforeEach, expect, test } from "vitest";
import { handler } from "#functions/triggers/post-confirmation.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { globalSignOuts } from "../support/accounts.ts";
import { contextOf, triggerEventOf } from "../support/events.ts";
import type { Person } from "../support/people.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;
const { newAccount } = portal;
beforeEach(portal.requests.clear);

const subject = "【電話連携プラグイン】パスワード再設定完了のお知らせ";

type Reason = "ConfirmForgotPassword" | "ConfirmSignUp";
function confirmed(person: Person, reason: Reason = "ConfirmForgotPassword") {
  const event = triggerEventOf<PostConfirmationTriggerEvent>(`PostConfirmation_${reason}`, person);
  portal.become("post-confirmation");
  return handler(event, contextOf("post-confirmation")).then((answer) => expect(answer).toBe(event));
}
const signOuts = () => globalSignOuts(portal);

test("a reset ends every session, and its owner gets a mail", async () => {
  const person = newAccount();
  await confirmed(person);
  expect(signOuts().map(({ status, body }) => [status, JSON.parse(body)])).toEqual([
    [200, { UserPoolId: identifiers.userPoolId, Username: person.loginId }],
  ]);
  const [mail, ...others] = world.mailsTo(person);
  expect([mail?.subject, others]).toEqual([subject, []]);
  expect(mail?.text).toContain(`${person.loginId} 様`);
  expect(mail?.text).toContain("https://portal.example/signin");
  expect(await world.outboxOf(person)).toEqual([]);
});

test("a new account is none of its business", async () => {
  const person = newAccount();
  await confirmed(person, "ConfirmSignUp");
  expect([signOuts(), world.mailsTo(person)]).toEqual([[], []]);
});

test.each([
  ["the pool", "cognito", "sessions were not ended"],
  ["the table", "dynamodb", "reset not stored"],
] as const)("the reset stands when %s fails, and the log says what is missing", async (_, service, event) => {
  portal.faults.add({ service, status: 500, times: 3 });
  const person = newAccount();
  await confirmed(person);
  const lines = portal.logged.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ level: "error", event, customer: person.sub }));
  expect(JSON.stringify(lines)).not.toContain(person.email);
});

test("Cognito, which waits five seconds, is answered before a silent service answers", async () => {
  const silenceMs = 60_000;
  portal.faults.add({ service: "cognito", status: 0, times: 3, delayMs: silenceMs });
  const confirming = confirmed(newAccount());
  await expect.poll(() => portal.faults.list()).toMatchObject([{ times: 2 }]);
  portal.letTimePass(4500);
  await confirming;
  const events = portal.logged.map((line) => JSON.parse(line).event);
  expect(events).toContain("timeout after a password reset");
  expect(events).not.toContain("sessions were not ended");
});

test("sessions that the pool did not end are ended by the next run, and then forgotten", async () => {
  const person = newAccount();
  portal.faults.add({ service: "cognito", status: 500, times: 3 });
  await confirmed(person);
  expect(signOuts().every(({ status }) => status === 500)).toBe(true);
  expect(await portal.item("SESSIONS", person.sub)).toMatchObject({ loginId: person.loginId });
  expect(world.mailsTo(person)[0]?.text).not.toContain("ログアウトしました");
  portal.faults.clear();
  await world.reconcileLater();
  expect(signOuts()[0]?.status).toBe(200);
  expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();
});
