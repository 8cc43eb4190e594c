/** The mail with the licence key, while SES fails, or several reconcilers run. */
import { beforeEach, expect, test } from "vitest";
import { customerCalls, leaseMs } from "../support/customer-calls.ts";
import { newPerson, type Person, signupOf } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";
import { verifyPhone } from "../support/verified-phone.ts";

const portal = await startPortal();
const customers = customerCalls(portal);
let person: Person;
let requestId: string;
beforeEach(async () => {
  await portal.reset();
  person = newPerson();
  portal.seedAccount(person);
  requestId = await verifyPhone(portal, person);
});

test("the reconciler sends the same key once SES is back, and once however many reconcilers run", async () => {
  customers.failSes();
  expect((await customers.post(person, signupOf(person, requestId))).status).toBe(200);
  expect(customers.mailsTo(person)).toHaveLength(0);
  await customers.runReconcile();
  expect(customers.mailsTo(person), "a try just failed: the next one waits a moment").toHaveLength(0);
  const [waiting] = await customers.outboxOf(person);
  expect(JSON.stringify(waiting)).not.toContain('licenceKey":"');

  advance(leaseMs);
  customers.failSes();
  expect(await customers.runReconcile()).toEqual({ sent: 0, failed: 1 });
  advance(15 * 60_000);
  await Promise.all([customers.runReconcile(), customers.runReconcile(), customers.runReconcile()]);
  expect(customers.mailsTo(person)).toHaveLength(1);
  await customers.expectRegisteredOnce(person);
});

test("the sign-up asks SES once even when its answer is lost: a second mail is the outbox's to decide", async () => {
  portal.faults.add({ service: "ses", status: 500, after: true });
  expect((await customers.post(person, signupOf(person, requestId))).status).toBe(200);
  expect(customers.mailsTo(person)).toHaveLength(1);
  advance(leaseMs);
  await customers.runReconcile();
  await customers.expectRegisteredOnce(person);
});
