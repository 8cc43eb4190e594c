import { beforeEach, expect, test } from "vitest";
import { handler } from "#functions/api/sessions.ts";
import { deleteAccount } from "../support/accounts.ts";
import { customerCalls, leaseMs } from "../support/customer-calls.ts";
import { eventOf } from "../support/events.ts";
import { claimsOf, newPerson, type Person } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";

const portal = await startPortal();
beforeEach(() => {
  portal.requests.clear();
});

function newAccount(): Person {
  const person = newPerson();
  const { loginId: userName, sub, email } = person;
  portal.cognito.seedUser({ userName, sub, email, password: "Correct-Horse-1" });
  return person;
}
const post = (person: Person, body: object) =>
  portal.call("sessions", handler, eventOf({ claims: claimsOf(person), body }));
const end = (person: Person) => post(person, { operation: "end" });
const prepareEnd = async (person: Person): Promise<number> => {
  const { status, text } = await post(person, { operation: "prepare-end" });
  expect(status).toBe(200);
  return JSON.parse(text).result.id;
};
async function reconcile(): Promise<void> {
  advance(leaseMs);
  await customerCalls(portal).runReconcile();
}
const signOuts = () =>
  portal.requests
    .list("cognito")
    .filter(({ operation }) => operation === "AdminUserGlobalSignOut")
    .map(({ status }) => status);

test("a call ends every session of the caller and leaves no row; twenty times an hour", async () => {
  const person = newAccount();
  const { status, text } = await end(person);
  expect([status, text]).toEqual([200, '{"result":{"ended":true}}']);
  expect(signOuts()).toEqual([200]);
  expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();
  for (let count = 1; count < 20; count += 1) expect((await end(person)).status).toBe(200);
  expect((await end(person)).status).toBe(429);
});

test("the reconciler repeats a sign-out that failed at the pool", async () => {
  const person = newAccount();
  portal.faults.add({ service: "cognito", operation: "AdminUserGlobalSignOut", status: 500, times: 3 });
  expect((await end(person)).text).toBe('{"result":{"ended":false}}');
  portal.faults.clear();
  await reconcile();
  expect(signOuts()[0]).toBe(200);
  expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();
});

test("an account that is deleted in between has no sessions left: nothing is retried", async () => {
  const person = newAccount();
  portal.faults.add({ service: "cognito", operation: "AdminUserGlobalSignOut", status: 500, times: 3 });
  expect((await end(person)).text).toBe('{"result":{"ended":false}}');
  await deleteAccount(portal, person);
  advance(leaseMs);
  portal.requests.clear();
  await customerCalls(portal).runReconcile();
  expect(signOuts()).toEqual([]);
  expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();
});

test("a password change that the browser never reported ends every session, after two minutes", async () => {
  const person = newAccount();
  await prepareEnd(person);
  await customerCalls(portal).runReconcile();
  expect(signOuts()).toEqual([]);
  await reconcile();
  expect(signOuts()).toEqual([200]);
  expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();
});

test("a cancelled preparation ends no session; a request cannot cancel another one's", async () => {
  const person = newAccount();
  await post(person, { operation: "cancel-end", id: await prepareEnd(person) });
  expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();

  const first = await prepareEnd(person);
  advance(1);
  const second = await prepareEnd(person);
  expect(second).not.toBe(first);
  await post(person, { operation: "cancel-end", id: second });
  await reconcile();
  expect(signOuts()).toEqual([200]);

  await prepareEnd(person);
  await end(person);
  expect(await portal.item("SESSIONS", person.sub)).toBeUndefined();
});

test("a preparation that another tab has joined can be cancelled by neither: one of them may have changed the password", async () => {
  const person = newAccount();
  const first = await prepareEnd(person);
  advance(1000);
  // This tab changes the password, and its browser closes before it reports so.
  await prepareEnd(person);
  advance(1000);
  // The first tab was given the password of before.
  await post(person, { operation: "cancel-end", id: first });
  await reconcile();
  expect(signOuts()).toEqual([200]);
});

test("the end of all sessions that still has to be made is not cancelled by whoever guesses its time", async () => {
  const person = newAccount();
  portal.faults.add({ service: "cognito", operation: "AdminUserGlobalSignOut", status: 500, times: 3 });
  await end(person);
  portal.faults.clear();
  await post(person, { operation: "cancel-end", id: Date.now() });
  await reconcile();
  expect(signOuts()[0]).toBe(200);
});
