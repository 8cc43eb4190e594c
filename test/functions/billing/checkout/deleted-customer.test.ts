/** Somebody tidies up in Stripe's Dashboard and deletes a customer who comes back to pay. */
import { expect, test } from "vitest";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { upgradedBy } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

type By = "card" | "invoice";

async function pay(payer: Owner, by: By): Promise<void> {
  expect((await world.buy(payer, by)).status).toBe(200);
}

/** Returns the id that the record had. */
async function deleteAtStripe(payer: Owner): Promise<string> {
  const { stripeCustomerId = "" } = await world.recordOf(payer);
  await world.stripe.customers.del(stripeCustomerId);
  return stripeCustomerId;
}

const pointerOf = (stripeCustomerId = "") =>
  world.portal.item(`STRIPE_CUSTOMER#${stripeCustomerId}`, "POINTER");

async function expectReplaced(payer: Owner, gone: string): Promise<void> {
  const { stripeCustomerId } = await world.recordOf(payer);
  expect(stripeCustomerId).not.toBe(gone);
  expect(await pointerOf(stripeCustomerId)).toMatchObject({ sub: payer.sub });
  await world.expectInSync(payer);
}

test.each(["card", "invoice"] as const)("by %s: who went back from the payment page can pay", async (by) => {
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  const gone = await deleteAtStripe(payer);
  await pay(payer, by);
  await expectReplaced(payer, gone);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy(by));
  const { status } = await world.stripe.checkout.sessions.retrieve(json.checkout_session_id);
  expect(status).toBe("expired");
});

test.each([
  ["card", "POST /v1/checkout/sessions"],
  ["invoice", "POST /v1/subscriptions"],
] as const)("by %s: whose attempt broke off minutes before can pay", async (by, operation) => {
  const payer = await world.createCustomer();
  world.failStripe({ operation, status: 429, times: 9 });
  expect((await (by === "card" ? world.card(payer) : world.invoice(payer))).status).toBe(503);
  world.portal.faults.clear();
  const gone = await deleteAtStripe(payer);
  advance(3 * 60_000);
  await pay(payer, by);
  await expectReplaced(payer, gone);
});

/** Runs `change` after the bill was written, and before Stripe begins with what is paid. */
async function payWhile(by: By, change: (payer: Owner) => Promise<string>): Promise<[Owner, string]> {
  const payer = await world.createCustomer();
  const operation = by === "card" ? "POST /v1/checkout/sessions" : "POST /v1/subscriptions";
  const held = world.holdStripe({ operation });
  const paying = pay(payer, by);
  await held.arrived();
  const id = await change(payer);
  held.release();
  await paying;
  return [payer, id];
}

test.each(["card", "invoice"] as const)(
  "by %s: who is deleted while the attempt is being made can pay",
  async (by) => {
    const [payer, gone] = await payWhile(by, deleteAtStripe);
    await expectReplaced(payer, gone);
  },
);

test("by invoice: who loses the address to an erasure that gives way to the payment gets the bill", async () => {
  const [payer, id] = await payWhile("invoice", async (each) => {
    const { stripeCustomerId = "" } = await world.recordOf(each);
    await world.stripe.customers.update(stripeCustomerId, { email: "", phone: "" });
    return stripeCustomerId;
  });
  expect(await world.recordOf(payer)).toMatchObject({ plan: "standard", stripeCustomerId: id });
  expect(await world.stripe.customers.retrieve(id)).toHaveProperty("email", expect.stringContaining("@"));
});

test("one that our key has never seen was not deleted: nothing is replaced", async () => {
  const stripeCustomerId = "cus_ofAnotherAccount";
  const payer = await world.createCustomer({ stripeCustomerId });
  expect((await world.card(payer)).status).toBe(502);
  expect((await world.invoice(payer)).status).toBe(502);
  expect((await world.recordOf(payer)).stripeCustomerId).toBe(stripeCustomerId);
});
