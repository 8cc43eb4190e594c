/** Mails to the further recipients of an invoice. */
import { beforeEach, expect, test } from "vitest";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

let people = 0;
/** Addresses that nobody else of this file has. */
const newAddresses = (): string[] => {
  people += 1;
  return [`keiri${people}@example.com`, `soumu${people}@example.com`];
};
const copiesTo = (address: string) =>
  world.portal.inbox.list(address).filter(({ subject }) => subject?.includes("請求書の控え"));
const numberOfCopies = (addresses: readonly string[]) => addresses.map((each) => copiesTo(each).length);
const invoicesOf = async (payer: Owner) => {
  const { stripeCustomerId = "" } = await world.recordOf(payer);
  return (await world.stripe.invoices.list({ customer: stripeCustomerId })).data;
};

/** As Stripe does an hour after the subscription was made. Returns the invoice. */
async function finalizeFirst(payer: Owner) {
  const [draft] = await invoicesOf(payer);
  const invoice = await world.stripe.invoices.finalizeInvoice(draft?.id ?? "");
  await world.emulator.webhooks.idle();
  return invoice;
}

beforeEach(() => {
  world.emulator.webhooks.mode = "deliver";
});

test("each of them gets a mail about the first invoice, with its number, amount, due date and page", async () => {
  const payer = await world.createCustomer();
  const addresses = newAddresses();
  expect((await world.invoice(payer, { ccAddresses: addresses.join("、") })).status).toBe(200);
  const invoice = await finalizeFirst(payer);
  expect(numberOfCopies(addresses)).toEqual([1, 1]);
  const [{ text } = { text: "" }] = copiesTo(addresses[0] ?? "");
  for (const part of [
    "株式会社テスト商事\n経理ご担当者 様",
    `請求書番号：${invoice.number}`,
    `${invoice.total.toLocaleString("ja-JP")}円（税込）`,
    "お支払い期限：",
    invoice.hosted_invoice_url,
  ])
    expect(text).toContain(part);
  // The customer is told by Stripe.
  expect(copiesTo(payer.email)).toEqual([]);
  expect((await world.toldOf(payer)).actions).toEqual(["invoice-fields-changed", "invoice-copies-sent"]);
});

test("each renewal is mailed once to the current recipients, for any number of events", async () => {
  const [payer, subscription] = await world.createPayer("card");
  const addresses = newAddresses();
  await world.changeContract(payer, { operation: "invoice-fields", ccAddresses: addresses.join(", ") });
  world.emulator.webhooks.mode = "drop";
  world.emulator.passTime(subscription, { event: "period_ended" });
  const [newest] = await invoicesOf(payer);
  await Promise.all([1, 2, 3].map(() => world.sendEvent("invoice.finalized", newest?.id ?? "")));
  expect(numberOfCopies(addresses)).toEqual([1, 1]);
  expect(copiesTo(addresses[0] ?? "")[0]?.text).toContain("お振り込みの必要はありません");
  world.emulator.webhooks.mode = "deliver";

  await world.changeContract(payer, { operation: "invoice-fields", ccAddresses: addresses[1] });
  world.emulator.passTime(subscription, { event: "period_ended" });
  await world.emulator.webhooks.idle();
  expect(numberOfCopies(addresses)).toEqual([1, 2]);
});

test("the amount due is the rest after credit; an invoice without a rest is not mailed", async () => {
  world.emulator.webhooks.mode = "drop";
  for (const [credit, copies] of [
    [4_000, 1],
    [11_000, 0],
  ] as const) {
    const payer = await world.createCustomer();
    const addresses = newAddresses();
    await world.invoice(payer, { ccAddresses: addresses.join(", ") });
    const { id, total } = await finalizeFirst(payer);
    world.emulator.simulate.invoiceCredited(id, credit);
    await world.sendEvent("invoice.finalized", id);
    expect(numberOfCopies(addresses)).toEqual([copies, copies]);
    const due = `ご請求金額：${(total - credit).toLocaleString("ja-JP")}円（税込）`;
    for (const { text } of copiesTo(addresses[0] ?? "")) expect(text).toContain(due);
  }
});

test("while SES fails the reconciler sends them, once", async () => {
  const payer = await world.createCustomer();
  const addresses = newAddresses();
  world.portal.faults.add({ service: "ses", status: 500, times: 20 });
  await world.invoice(payer, { ccAddresses: addresses.join(", ") });
  await finalizeFirst(payer);
  expect(numberOfCopies(addresses)).toEqual([0, 0]);
  world.portal.faults.clear();
  for (const _ of [1, 2]) {
    advance(5 * 60_000);
    await world.reconcile();
  }
  expect(numberOfCopies(addresses)).toEqual([1, 1]);
});

test("while Stripe does not say whom, the webhook fails, and its next delivery tells them", async () => {
  const payer = await world.createCustomer();
  const addresses = newAddresses();
  world.emulator.webhooks.mode = "drop";
  await world.invoice(payer, { ccAddresses: addresses.join(", ") });
  const invoice = await finalizeFirst(payer);
  await world.failStripe({ status: 500, operation: "GET /v1/invoices/{id}", times: 3 });
  expect((await world.sendEvent("invoice.finalized", invoice.id)).status).toBe(502);
  world.portal.faults.clear();
  expect((await world.sendEvent("invoice.finalized", invoice.id)).status).toBe(200);
  expect(numberOfCopies(addresses)).toEqual([1, 1]);
});

test("an operator's invalid address at Stripe is skipped, and so is a fourth one", async () => {
  const [payer, subscription] = await world.createPayer("card");
  const addresses = [...newAddresses(), ...newAddresses()];
  const { stripeCustomerId = "" } = await world.recordOf(payer);
  const ccAddresses = `経理, ${addresses.join(" ")}`;
  await world.stripe.customers.update(stripeCustomerId, { metadata: { ccAddresses } });
  world.emulator.passTime(subscription, { event: "period_ended" });
  await world.emulator.webhooks.idle();
  expect(numberOfCopies(addresses)).toEqual([1, 1, 1, 0]);
});

test("a voided invoice, or one of another customer, is not mailed", async () => {
  const [payer] = await world.createPayer("invoice");
  const addresses = newAddresses();
  const ccAddresses = addresses.join(", ");
  await world.changeContract(payer, { operation: "invoice-fields", ccAddresses });
  world.emulator.webhooks.mode = "drop";
  const { id } = await finalizeFirst(payer);
  await world.stripe.invoices.voidInvoice(id);
  expect((await world.sendEvent("invoice.finalized", id)).status).toBe(200);
  world.emulator.webhooks.mode = "deliver";

  // A customer of another system in the same Stripe account, with the same names in its metadata.
  const { id: customer } = await world.stripe.customers.create({
    email: "else@example.com",
    metadata: { ccAddresses, sub: payer.sub },
  });
  const price = world.portal.settings.STRIPE_PRICE_ID ?? "";
  await world.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    collection_method: "send_invoice",
    days_until_due: 30,
  });
  const { data } = await world.stripe.invoices.list({ customer });
  await world.stripe.invoices.finalizeInvoice(data[0]?.id ?? "");
  await world.emulator.webhooks.idle();
  expect(numberOfCopies(addresses)).toEqual([0, 0]);
});

test("invoices of a closed account are not mailed", async () => {
  const [payer, subscription] = await world.createPayer("invoice");
  const addresses = newAddresses();
  await world.changeContract(payer, { operation: "invoice-fields", ccAddresses: addresses.join(", ") });
  await world.changeRecord(payer, { closedAt: new Date().toISOString() });
  world.emulator.passTime(subscription, { event: "period_ended" });
  await world.emulator.webhooks.idle();
  expect(numberOfCopies(addresses)).toEqual([0, 0]);
});
