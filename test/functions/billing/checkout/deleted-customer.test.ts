/** Somebody tidies up in Stripe's Dashboard and deletes a customer who comes back to pay. */
import { beforeEach, expect, test } from "vitest";
import { startContracts } from "#test/functions/support/contracts.ts";
import { type Payer, upgradedBy } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

const contracts = await startContracts();
beforeEach(() => {
  contracts.portal.faults.clear();
  contracts.emulator.webhooks.mode = "drop";
});

type By = "card" | "invoice";

async function pay(payer: Payer, by: By): Promise<void> {
  expect((await contracts.buy(payer, by)).status).toBe(200);
}

/** Returns the id that the record had. */
async function deleteAtStripe(payer: Payer): Promise<string> {
  const { stripeCustomerId = "" } = await contracts.recordOf(payer);
  await contracts.stripe.customers.del(stripeCustomerId);
  return stripeCustomerId;
}

const pointerOf = (stripeCustomerId = "") =>
  contracts.portal.item(`STRIPE_CUSTOMER#${stripeCustomerId}`, "POINTER");

async function expectReplaced(payer: Payer, gone: string): Promise<void> {
  const { stripeCustomerId } = await contracts.recordOf(payer);
  expect(stripeCustomerId).not.toBe(gone);
  expect(await pointerOf(stripeCustomerId)).toMatchObject({ sub: payer.sub });
  await contracts.expectInSync(payer);
}

test.each(["card", "invoice"] as const)("by %s: who went back from the payment page can pay", async (by) => {
  const payer = await contracts.newPayer();
  const { json } = await contracts.card(payer);
  const gone = await deleteAtStripe(payer);
  await pay(payer, by);
  await expectReplaced(payer, gone);
  expect(await contracts.outcomeOf(payer)).toEqual(upgradedBy(by));
  const { status } = await contracts.stripe.checkout.sessions.retrieve(json.checkout_session_id);
  expect(status).toBe("expired");
});

test.each([
  ["card", "POST /v1/checkout/sessions"],
  ["invoice", "POST /v1/subscriptions"],
] as const)("by %s: whose attempt broke off minutes before can pay", async (by, operation) => {
  const payer = await contracts.newPayer();
  contracts.failStripe({ operation, status: 429, times: 9 });
  expect((await (by === "card" ? contracts.card(payer) : contracts.invoice(payer))).status).toBe(503);
  contracts.portal.faults.clear();
  const gone = await deleteAtStripe(payer);
  advance(3 * 60_000);
  await pay(payer, by);
  await expectReplaced(payer, gone);
});

/** Runs `change` after the bill was written, and before Stripe begins with what is paid. */
async function payWhile(by: By, change: (payer: Payer) => Promise<string>): Promise<[Payer, string]> {
  const payer = await contracts.newPayer();
  const operation = by === "card" ? "POST /v1/checkout/sessions" : "POST /v1/subscriptions";
  const held = contracts.hold({ operation });
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
    const { stripeCustomerId = "" } = await contracts.recordOf(each);
    await contracts.stripe.customers.update(stripeCustomerId, { email: "", phone: "" });
    return stripeCustomerId;
  });
  expect(await contracts.recordOf(payer)).toMatchObject({ plan: "standard", stripeCustomerId: id });
  expect(await contracts.stripe.customers.retrieve(id)).toHaveProperty("email", expect.stringContaining("@"));
});

test("one that our key has never seen was not deleted: nothing is replaced", async () => {
  const stripeCustomerId = "cus_ofAnotherAccount";
  const payer = await contracts.newPayer({ stripeCustomerId });
  expect((await contracts.card(payer)).status).toBe(502);
  expect((await contracts.invoice(payer)).status).toBe(502);
  expect((await contracts.recordOf(payer)).stripeCustomerId).toBe(stripeCustomerId);
});
