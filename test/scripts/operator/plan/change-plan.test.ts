/** A plan changed by hand, and what Stripe makes of it. */
import { describe, expect, test } from "vitest";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const changePlan = ({ loginId }: Owner, plan: string, ...options: string[]) =>
  desk.run("change-plan", loginId, plan, "--reason", "ご依頼により", ...options);

async function newInvoicePayer(): Promise<Owner> {
  const owner = await desk.createCustomer();
  expect((await desk.invoice(owner)).status).toBe(200);
  return owner;
}

test("profile and audit trail change together, once", async () => {
  const owner = await desk.createCustomer();
  const before = await desk.profileOf(owner);
  await changePlan(owner, "standard");
  expect(await desk.profileOf(owner)).toEqual({ ...before, plan: "standard", version: before.version + 1 });
  const changed = { action: "plan-changed", from: "trial", to: "standard", reason: "ご依頼により" };
  expect(await desk.trailOf(owner)).toMatchObject([{ ...changed, customerId: owner.customerId }]);
  const again = await desk.expectNothingWritten(() => changePlan(owner, "standard"));
  expect(again).toBe(`${owner.loginId} is on standard already.`);
});

test("while Stripe goes on charging it is refused, and said what would come of it", async () => {
  const owner = await newInvoicePayer();
  const { subscriptionId } = await desk.profileOf(owner);
  for (const plan of ["suspended", "trial"]) {
    const work = () => changePlan(owner, plan);
    await expect(desk.expectNothingWritten(work)).rejects.toThrow(
      `Subscription ${subscriptionId} is alive at Stripe (active): it goes on charging`,
    );
  }
  expect(await changePlan(owner, "suspended", "--force")).toContain("it goes on charging");
  expect((await desk.profileOf(owner)).plan).toBe("suspended");
  expect((await desk.trailOf(owner)).at(-1)).toMatchObject({ action: "plan-changed", force: true });
});

test("back on trial, once the subscription has ended, a customer can pay again", async () => {
  const owner = await newInvoicePayer();
  const { subscriptionId: first = "" } = await desk.profileOf(owner);
  await desk.stripe.subscriptions.cancel(first);
  await changePlan(owner, "trial");
  expect(await desk.profileOf(owner)).toMatchObject({ plan: "trial", paymentType: "" });
  expect((await desk.invoice(owner)).status).toBe(200);
  const { plan, paymentType, subscriptionId } = await desk.profileOf(owner);
  expect([plan, paymentType]).toEqual(["standard", "invoice"]);
  expect([undefined, first]).not.toContain(subscriptionId);
});

test("a checkout that is under way is not made a second payment unasked", async () => {
  const owner = await desk.createCustomer();
  expect((await desk.card(owner)).status).toBe(200);
  await expect(changePlan(owner, "standard")).rejects.toThrow("A checkout is under way");
  await changePlan(owner, "standard", "--force");
  expect((await desk.profileOf(owner)).plan).toBe("standard");
});

test("a payment beside a plan by hand is refunded, and its page closed", async () => {
  const owner = await desk.createCustomer();
  const { json } = await desk.card(owner);
  await changePlan(owner, "standard", "--force");
  desk.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  await desk.sendEvent("checkout.session.completed", json.checkout_session_id);
  expect(await desk.outcomeOf(owner)).toMatchObject({ subscriptions: [], checkout: "closed", underWay: 0 });
  await changePlan(owner, "suspended");
  const another = await desk.card(owner, undefined, { cancel_path: "/contract" });
  expect(another.status).toBe(200);
  desk.emulator.decide(another.json.checkout_session_id, { outcome: "paid" });
  expect((await desk.comeBack(owner)).status).toBe(200);
  expect((await desk.profileOf(owner)).plan).toBe("standard");
});

test("a plan by hand during a purchase by invoice: nothing is bought, with the reason", async () => {
  const owner = await desk.createCustomer();
  const held = desk.holdStripe({ operation: "POST /v1/subscriptions" });
  const buying = desk.invoice(owner);
  await held.arrived();
  await desk.changeProfile(owner, { plan: "standard", version: 9 });
  held.release();
  expect((await buying).status).toBe(403);
  expect(await desk.outcomeOf(owner)).toMatchObject({ subscriptions: [], checkout: "closed", underWay: 0 });
});

test("a silent Stripe changes nothing; customers unknown to it are not asked about", async () => {
  const payer = await newInvoicePayer();
  desk.failStripe({ status: 500, times: 9 });
  await expect(desk.expectNothingWritten(() => changePlan(payer, "trial"))).rejects.toThrow(
    "Stripe did not say",
  );
  await changePlan(await desk.createCustomer(), "suspended");
  desk.portal.faults.clear();
});

describe("the standard plan without a contract, given by an operator", () => {
  const suspensions = ({ email }: Owner) =>
    desk.subjectsTo(email).filter((subject) => subject === "スタンダードプラン停止のお知らせ");

  test("stays after every event of the former contract and every run, without mail", async () => {
    const owner = await newInvoicePayer();
    const { subscriptionId: former = "" } = await desk.profileOf(owner);
    await desk.stripe.subscriptions.cancel(former);
    await desk.sendEvent("customer.subscription.deleted", former);
    expect((await desk.profileOf(owner)).plan).toBe("suspended");
    await changePlan(owner, "standard");
    // The former contract's debt is paid.
    const { latest_invoice } = await desk.stripe.subscriptions.retrieve(former);
    desk.emulator.simulate.invoicePaid(String(latest_invoice));
    await desk.sendEvent("invoice.paid", String(latest_invoice));
    await desk.reconcile();
    expect(await desk.contractOf(owner)).toMatchObject({ plan: "standard", status: "provided", actions: [] });
    expect((await desk.profileOf(owner)).plan).toBe("standard");
    expect(suspensions(owner)).toHaveLength(1);
  });

  test("beside a subscription on hold wants --force; its payment is refunded", async () => {
    const owner = await newInvoicePayer();
    const { subscriptionId = "" } = await desk.profileOf(owner);
    desk.emulator.passTime(subscriptionId, { event: "overdue" });
    desk.emulator.passTime(subscriptionId, { event: "unpaid" });
    await desk.sendEvent("customer.subscription.updated", subscriptionId);
    await expect(changePlan(owner, "standard")).rejects.toThrow(
      `${subscriptionId} is alive at Stripe (unpaid)`,
    );
    await changePlan(owner, "standard", "--force");
    const { latest_invoice } = await desk.stripe.subscriptions.retrieve(subscriptionId);
    desk.emulator.simulate.invoicePaid(String(latest_invoice));
    await desk.sendEvent("invoice.paid", String(latest_invoice));
    expect((await desk.stripe.subscriptions.retrieve(subscriptionId)).status).toBe("canceled");
    expect(await desk.contractOf(owner)).toMatchObject({ plan: "standard", status: "provided" });
  });
});
