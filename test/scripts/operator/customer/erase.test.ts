/** Erasing a customer who asked for it. */
import { expect, test } from "vitest";
import { createErasables } from "#test/scripts/support/erasable.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const of = createErasables(desk);

test("everything goes but the audit trail, which holds ids; others keep all", async () => {
  const other = await desk.signedUp();
  const others = await of.rowsOf(other);
  const owner = await of.newCustomer();
  const { stripeCustomerId = "" } = await desk.profileOf(owner);
  const partitions = new Set((await of.rowsOf(owner)).map(({ pk }) => String(pk).split("#")[0]));
  expect([...partitions].sort()).toEqual([
    ...[
      "ACTIVITY",
      "CHECKOUTS",
      "CUSTOMER",
      "CUSTOMER_ID",
      "CUSTOMER_SYNC",
      "EMAIL_CHANGES",
      "OUTBOX",
      "PHONE",
      "RATE",
    ],
    ...["STRIPE_CUSTOMER", "VERIFICATION"],
  ]);
  const printed = await of.erase(owner);
  expect(printed).toContain(`${owner.loginId} is erased`);
  expect(printed).toContain(`Stripe keeps ${stripeCustomerId}`);
  await of.expectErased(owner);
  const { data } = await desk.stripe.checkout.sessions.list({ customer: stripeCustomerId });
  expect(data.map(({ status }) => status)).toEqual(["expired"]);
  expect(await of.rowsOf(other)).toEqual(others);
  const trail = await desk.run("audit", owner.sub);
  for (const action of ["erasure-begun", "erased"])
    expect(trail).toMatch(new RegExp(` ${action} .* reason=削除のご請求 customerId=${owner.customerId}`));
  // Oldest first; it writes itself down.
  expect(trail).toMatch(/ signup +- [\s\S]* erased +\S+@\S+ [\s\S]* audit-read +\S+@\S+/);
  await desk.reconcile();
  await of.expectErased(owner);
});

test("a customer who still pays, or is about to, is not erased", async () => {
  const owner = await desk.createCustomer();
  await desk.invoice(owner);
  const work = () => of.erase(owner);
  await expect(desk.expectNothingWritten(work)).rejects.toThrow("Stripe still has a subscription: sub_");
  const { subscriptionId = "" } = await desk.profileOf(owner);
  await desk.stripe.subscriptions.cancel(subscriptionId);
  await of.erase(owner);
  expect(desk.provenOf(owner)).toBeUndefined();
});

test("a payment that is being begun is waited for", async () => {
  const owner = await desk.createCustomer();
  desk.failStripe({ status: 0, times: 9 });
  await desk.card(owner);
  desk.portal.faults.clear();
  await expect(desk.expectNothingWritten(() => of.erase(owner))).rejects.toThrow("A payment is being begun.");
});
