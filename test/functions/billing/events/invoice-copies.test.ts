/** Mails to the further recipients of an invoice. */
import { beforeEach, expect, test } from "vitest";
import { startContracts } from "#test/functions/support/contracts.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

const paying = await startContracts();

let people = 0;
/** Addresses that nobody else of this file has. */
const newAddresses = (): string[] => {
  people += 1;
  return [`keiri${people}@example.com`, `soumu${people}@example.com`];
};
const copiesTo = (address: string) =>
  paying.portal.inbox.list(address).filter(({ subject }) => subject?.includes("請求書の控え"));
const numberOfCopies = (addresses: readonly string[]) => addresses.map((each) => copiesTo(each).length);
const invoicesOf = async (payer: Payer) => {
  const { stripeCustomerId = "" } = await paying.recordOf(payer);
  return (await paying.stripe.invoices.list({ customer: stripeCustomerId })).data;
};

/** As Stripe does an hour after the subscription was made. Returns the invoice. */
async function finalizeFirst(payer: Payer) {
  const [draft] = await invoicesOf(payer);
  const invoice = await paying.stripe.invoices.finalizeInvoice(draft?.id ?? "");
  await paying.emulator.webhooks.idle();
  return invoice;
}

beforeEach(() => {
  paying.emulator.webhooks.mode = "deliver";
});

test("each of them gets a mail about the first invoice, with its number, amount, due date and page", async () => {
  const payer = await paying.newPayer();
  const addresses = newAddresses();
  expect((await paying.invoice(payer, { ccAddresses: addresses.join("、") })).status).toBe(200);
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
  expect((await paying.toldOf(payer)).actions).toEqual(["invoice-fields-changed", "invoice-copies-sent"]);
});

test("each renewal is mailed once to the current recipients, for any number of events", async () => {
  const [payer, subscription] = await paying.upgradedPayer("card");
  const addresses = newAddresses();
  await paying.post(payer, { operation: "invoice-fields", ccAddresses: addresses.join(", ") });
  paying.emulator.webhooks.mode = "drop";
  paying.emulator.passTime(subscription, { event: "period_ended" });
  const [newest] = await invoicesOf(payer);
  await Promise.all([1, 2, 3].map(() => paying.tell("invoice.finalized", newest?.id ?? "")));
  expect(numberOfCopies(addresses)).toEqual([1, 1]);
  expect(copiesTo(addresses[0] ?? "")[0]?.text).toContain("お振り込みの必要はありません");
  paying.emulator.webhooks.mode = "deliver";

  await paying.post(payer, { operation: "invoice-fields", ccAddresses: addresses[1] });
  paying.emulator.passTime(subscription, { event: "period_ended" });
  await paying.emulator.webhooks.idle();
  expect(numberOfCopies(addresses)).toEqual([1, 2]);
});

test("the amount due is the rest after credit; an invoice without a rest is not mailed", async () => {
  paying.emulator.webhooks.mode = "drop";
  for (const [credit, copies] of [
    [4_000, 1],
    [11_000, 0],
  ] as const) {
    const payer = await paying.newPayer();
    const addresses = newAddresses();
    await paying.invoice(payer, { ccAddresses: addresses.join(", ") });
    const { id, total } = await finalizeFirst(payer);
    paying.emulator.simulate.invoiceCredited(id, credit);
    await paying.tell("invoice.finalized", id);
    expect(numberOfCopies(addresses)).toEqual([copies, copies]);
    const due = `ご請求金額：${(total - credit).toLocaleString("ja-JP")}円（税込）`;
    for (const { text } of copiesTo(addresses[0] ?? "")) expect(text).toContain(due);
  }
});

test("while SES fails the reconciler sends them, once", async () => {
  const payer = await paying.newPayer();
  const addresses = newAddresses();
  paying.portal.faults.add({ service: "ses", status: 500, times: 20 });
  await paying.invoice(payer, { ccAddresses: addresses.join(", ") });
  await finalizeFirst(payer);
  expect(numberOfCopies(addresses)).toEqual([0, 0]);
  paying.portal.faults.clear();
  for (const _ of [1, 2]) {
    advance(5 * 60_000);
    await paying.reconcile();
  }
  expect(numberOfCopies(addresses)).toEqual([1, 1]);
});

test("while Stripe does not say whom, the webhook fails, and its next delivery tells them", async () => {
  const payer = await paying.newPayer();
  const addresses = newAddresses();
  paying.emulator.webhooks.mode = "drop";
  await paying.invoice(payer, { ccAddresses: addresses.join(", ") });
  const invoice = await finalizeFirst(payer);
  await paying.failStripe({ status: 500, operation: "GET /v1/invoices/{id}", times: 3 });
  expect((await paying.tell("invoice.finalized", invoice.id)).status).toBe(502);
  paying.portal.faults.clear();
  expect((await paying.tell("invoice.finalized", invoice.id)).status).toBe(200);
  expect(numberOfCopies(addresses)).toEqual([1, 1]);
});

test("an operator's invalid address at Stripe is skipped, and so is a fourth one", async () => {
  const [payer, subscription] = await paying.upgradedPayer("card");
  const addresses = [...newAddresses(), ...newAddresses()];
  const { stripeCustomerId = "" } = await paying.recordOf(payer);
  const ccAddresses = `経理, ${addresses.join(" ")}`;
  await paying.stripe.customers.update(stripeCustomerId, { metadata: { ccAddresses } });
  paying.emulator.passTime(subscription, { event: "period_ended" });
  await paying.emulator.webhooks.idle();
  expect(numberOfCopies(addresses)).toEqual([1, 1, 1, 0]);
});

test("a voided invoice, or one of another customer, is not mailed", async () => {
  const [payer] = await paying.upgradedPayer("invoice");
  const addresses = newAddresses();
  const ccAddresses = addresses.join(", ");
  await paying.post(payer, { operation: "invoice-fields", ccAddresses });
  paying.emulator.webhooks.mode = "drop";
  const { id } = await finalizeFirst(payer);
  await paying.stripe.invoices.voidInvoice(id);
  expect((await paying.tell("invoice.finalized", id)).status).toBe(200);
  paying.emulator.webhooks.mode = "deliver";

  // A customer of another system in the same Stripe account, with the same names in its metadata.
  const { id: customer } = await paying.stripe.customers.create({
    email: "else@example.com",
    metadata: { ccAddresses, sub: payer.sub },
  });
  const price = paying.portal.settings.STRIPE_PRICE_ID ?? "";
  await paying.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    collection_method: "send_invoice",
    days_until_due: 30,
  });
  const { data } = await paying.stripe.invoices.list({ customer });
  await paying.stripe.invoices.finalizeInvoice(data[0]?.id ?? "");
  await paying.emulator.webhooks.idle();
  expect(numberOfCopies(addresses)).toEqual([0, 0]);
});

test("invoices of a closed account are not mailed", async () => {
  const [payer, subscription] = await paying.upgradedPayer("invoice");
  const addresses = newAddresses();
  await paying.post(payer, { operation: "invoice-fields", ccAddresses: addresses.join(", ") });
  await paying.change(payer, { closedAt: new Date().toISOString() });
  paying.emulator.passTime(subscription, { event: "period_ended" });
  await paying.emulator.webhooks.idle();
  expect(numberOfCopies(addresses)).toEqual([0, 0]);
});
