/** Somebody tidies up in Stripe's Dashboard and deletes a customer who comes back to pay. */
import { expect, test } from "vitest";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { creating, upgradedBy } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

type By = "card" | "invoice";

async function pay(payer: Owner, by: By): Promise<void> {
  expect((await world.buy(payer, by)).status).toBe(200);
}

/** Returns the id that the profile had. */
async function deleteAtStripe(payer: Owner): Promise<string> {
  const { id } = await world.payerOf(payer);
  await world.stripe.customers.del(id);
  return id;
}

async function expectReplaced(payer: Owner, gone: string): Promise<void> {
  const { id } = await world.payerOf(payer);
  expect(id).not.toBe(gone);
  expect(await world.portal.item(`STRIPE_CUSTOMER#${id}`, "POINTER")).toMatchObject({ sub: payer.sub });
  await world.expectInSync(payer);
}

test.each(["card", "invoice"] as const)("a customer who left the page can pay by %s", async (by) => {
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  const gone = await deleteAtStripe(payer);
  await pay(payer, by);
  await expectReplaced(payer, gone);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy(by));
  const { status } = await world.stripe.checkout.sessions.retrieve(json.checkout_session_id);
  expect(status).toBe("expired");
});

test.each(["card", "invoice"] as const)("a customer whose attempt broke off can pay by %s", async (by) => {
  const payer = await world.createCustomer();
  await world.breakOff(payer, by);
  const gone = await deleteAtStripe(payer);
  advance(3 * 60_000);
  await pay(payer, by);
  await expectReplaced(payer, gone);
});

/** Runs `change` after the bill was written, and before Stripe begins with what is paid. */
async function payWhile(by: By, change: (payer: Owner) => Promise<string>): Promise<[Owner, string]> {
  const payer = await world.createCustomer();
  const held = world.holdStripe({ operation: creating[by] });
  const paying = pay(payer, by);
  await held.arrived();
  const id = await change(payer);
  held.release();
  await paying;
  return [payer, id];
}

test.each(["card", "invoice"] as const)("a customer deleted during the attempt can pay by %s", async (by) => {
  const [payer, gone] = await payWhile(by, deleteAtStripe);
  await expectReplaced(payer, gone);
});

test("a customer who lost the address to an erasure that was given up gets the bill", async () => {
  const [payer, id] = await payWhile("invoice", async (each) => {
    const { id } = await world.payerOf(each);
    await world.stripe.customers.update(id, { email: "", phone: "" });
    return id;
  });
  expect(await world.profileOf(payer)).toMatchObject({ plan: "standard", stripeCustomerId: id });
  expect((await world.payerOf(payer)).email).toContain("@");
});

test("one that our key has never seen was not deleted: nothing is replaced", async () => {
  const stripeCustomerId = "cus_ofAnotherAccount";
  const payer = await world.createCustomer({ stripeCustomerId });
  expect((await world.card(payer)).status).toBe(502);
  expect((await world.invoice(payer)).status).toBe(502);
  expect((await world.profileOf(payer)).stripeCustomerId).toBe(stripeCustomerId);
});
