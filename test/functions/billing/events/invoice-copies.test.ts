/** Mails to the further recipients of an invoice. */
import { beforeEach, expect, test } from "vitest";
import { recipientId } from "#functions/billing/invoices/copy-recipients.ts";
import { japaneseDay } from "#functions/platform/time.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";
import { textOfPdf } from "#test/support/pdf.ts";

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
/** The reconciler sends them. */
const copiesSentTo = async (addresses: readonly string[]) => {
  await world.reconcile();
  return numberOfCopies(addresses);
};
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

test("a copy of the first invoice has its number, amount, due date, page and PDF, and says who asked for it", async () => {
  const payer = await world.createCustomer({ corporateName: "至急ご確認ください https://evil.example/pay" });
  const addresses = newAddresses();
  expect((await world.invoice(payer, { ccAddresses: addresses.join("、") })).status).toBe(200);
  const invoice = await finalizeFirst(payer);
  expect(await copiesSentTo(addresses)).toEqual([1, 1]);
  const [{ text, attachments } = { text: "" }] = copiesTo(addresses[0] ?? "");
  const dueAt = (invoice.due_date ?? 0) * 1000;
  for (const part of [
    "至急ご確認ください\n経理ご担当者 様",
    `請求書番号：${invoice.number}`,
    `${invoice.total.toLocaleString("ja-JP")}円（税込）`,
    `お支払い期限：${japaneseDay(dueAt)}`,
    invoice.hosted_invoice_url,
    `請求書のページを開けるのは、${japaneseDay(dueAt + 29 * 24 * 60 * 60_000)}までです。`,
    `至急ご確認ください（お客様番号：${payer.customerId}）のご担当者が`,
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("evil.example");
  expect(attachments).toMatchObject([
    { fileName: `invoice-${invoice.number}.pdf`, contentType: "application/pdf" },
  ]);
  const pdf = Buffer.from(attachments?.[0]?.content ?? "", "base64");
  expect(await textOfPdf(pdf)).toContain(String(invoice.number));
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
  expect(await copiesSentTo(addresses)).toEqual([1, 1]);
  expect(copiesTo(addresses[0] ?? "")[0]?.text).toContain("お振り込みの必要はありません");
  world.emulator.webhooks.mode = "deliver";

  await world.changeContract(payer, { operation: "invoice-fields", ccAddresses: addresses[1] });
  world.emulator.passTime(subscription, { event: "period_ended" });
  await world.emulator.webhooks.idle();
  expect(await copiesSentTo(addresses)).toEqual([1, 2]);
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
    expect(await copiesSentTo(addresses)).toEqual([copies, copies]);
    const due = `ご請求金額：${(total - credit).toLocaleString("ja-JP")}円（税込）`;
    for (const { text } of copiesTo(addresses[0] ?? "")) expect(text).toContain(due);
  }
});

test.each([
  ["SES fails", { service: "ses" }],
  ["Stripe does not give the PDF", { service: "stripe", operation: "GET /invoice/{account}/{invoice}/pdf" }],
  ["Stripe does not answer", { service: "stripe", operation: "GET /v1/invoices/{id}" }],
] as const)("while %s, copies wait for a later run, which sends them once", async (_, fault) => {
  const payer = await world.createCustomer();
  const addresses = newAddresses();
  await world.invoice(payer, { ccAddresses: addresses.join(", ") });
  await finalizeFirst(payer);
  world.portal.faults.add({ ...fault, status: 500, times: 20 });
  expect(await copiesSentTo(addresses)).toEqual([0, 0]);
  expect(await world.outboxOf(payer)).toHaveLength(2);
  world.portal.faults.clear();
  for (const _ of [1, 2]) {
    advance(5 * 60_000);
    await world.reconcile();
  }
  expect(numberOfCopies(addresses)).toEqual([1, 1]);
  expect(copiesTo(addresses[0] ?? "")[0]?.attachments).toHaveLength(1);
});

test("a copy of an invoice that was voided, or is gone, before it could be sent is not sent", async () => {
  for (const end of ["void", "gone"]) {
    const payer = await world.createCustomer();
    const addresses = newAddresses();
    await world.invoice(payer, { ccAddresses: addresses.join(", ") });
    const { id } = await finalizeFirst(payer);
    if (end === "void") await world.stripe.invoices.voidInvoice(id);
    else
      world.changeState((state) => {
        state.invoices = state.invoices.filter((each) => each.id !== id);
      });
    expect(await copiesSentTo(addresses)).toEqual([0, 0]);
    expect(await world.outboxOf(payer)).toEqual([]);
  }
});

test("a copy that an older release stored, without the invoice's id, is sent without a PDF", async () => {
  const payer = await world.createCustomer();
  const [to = ""] = newAddresses();
  await world.portal.put({
    pk: "OUTBOX",
    sk: `${new Date().toISOString()}#old`,
    template: "invoice-copy",
    customer: payer.sub,
    to,
    number: "A1B2C3D4-0001",
    total: 3300,
    page: "https://invoice.stripe.com/i/1",
  });
  expect(await copiesSentTo([to])).toEqual([1]);
  const [{ text, attachments } = { text: "" }] = copiesTo(to);
  expect(text).toContain("https://invoice.stripe.com/i/1");
  expect([attachments, text.includes("添付")]).toEqual([undefined, false]);
});

test("addresses that differ only in case get one copy, saved or typed by an operator at Stripe", async () => {
  const [payer, subscription] = await world.createPayer("card");
  const [address = ""] = newAddresses();
  const spellings = `${address}, ${address.toUpperCase()}`;
  await world.changeContract(payer, { operation: "invoice-fields", ccAddresses: spellings });
  expect((await world.contractOf(payer)).invoiceFields?.ccAddresses).toBe(address);
  const { stripeCustomerId = "" } = await world.recordOf(payer);
  await world.stripe.customers.update(stripeCustomerId, { metadata: { ccAddresses: spellings } });
  world.emulator.passTime(subscription, { event: "period_ended" });
  await world.emulator.webhooks.idle();
  expect(await copiesSentTo([address])).toEqual([1]);
});

test("the billing contact gets no copy of an invoice that Stripe mails there, and one of an invoice that a card pays", async () => {
  for (const [by, copies] of [
    ["invoice", 0],
    ["card", 1],
  ] as const) {
    const [payer, subscription] = await world.createPayer(by);
    const { billingEmail } = await world.recordOf(payer);
    const before = copiesTo(billingEmail).length;
    const fields = { operation: "invoice-fields", ccAddresses: billingEmail.toUpperCase() };
    await world.changeContract(payer, fields);
    world.emulator.passTime(subscription, { event: "period_ended" });
    await world.emulator.webhooks.idle();
    for (const { id, status } of await invoicesOf(payer))
      if (status === "draft") await world.stripe.invoices.finalizeInvoice(id);
    await world.emulator.webhooks.idle();
    await world.reconcile();
    expect(copiesTo(billingEmail).length - before, by).toBe(copies);
  }
});

const stop = (address: string, { resubscribes = false } = {}) => {
  const header = copiesTo(address)[0]?.headers?.["List-Unsubscribe"] ?? "";
  const token = new URL(header.slice(1, -1)).searchParams.get("token") ?? "";
  return world.portal.call("unsubscribe", {
    query: { token, ...(resubscribes && { resubscribe: "true" }) },
    text: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
};

test("a recipient who stops the copies gets none, also if the customer saves the address again, until they resume", async () => {
  const [payer, subscription] = await world.createPayer("card");
  const [stopping = "", other = ""] = newAddresses();
  const save = (ccAddresses: string) =>
    world.changeContract(payer, { operation: "invoice-fields", ccAddresses });
  const renew = async () => {
    world.emulator.passTime(subscription, { event: "period_ended" });
    await world.emulator.webhooks.idle();
    return copiesSentTo([stopping, other]);
  };
  await save(`${stopping}, ${other}`);
  expect(await renew()).toEqual([1, 1]);
  expect(copiesTo(stopping)[0]?.text).toMatch(
    /送付停止のページを開く：\nhttps:\/\/portal\.example\/unsubscribe\/invoice-copies#\S+/,
  );
  expect(copiesTo(stopping)[0]?.headers).toMatchObject({
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  expect((await stop(stopping)).json.result).toEqual({ subscribed: false });
  expect(await renew()).toEqual([1, 2]);
  await save(other);
  expect((await world.contractOf(payer)).stoppedCopies).toEqual([]);
  await save(`${other}, ${stopping.toUpperCase()}`);
  expect((await world.contractOf(payer)).stoppedCopies).toEqual([stopping.toUpperCase()]);
  expect(await renew()).toEqual([1, 3]);
  expect((await stop(stopping, { resubscribes: true })).json.result).toEqual({ subscribed: true });
  expect((await world.contractOf(payer)).stoppedCopies).toEqual([]);
  expect(await renew()).toEqual([2, 4]);
  const told = (await world.toldOf(payer)).actions.filter((action) => /stopped|resumed/.test(String(action)));
  expect(told.toSorted()).toEqual(["invoice-copies-resumed", "invoice-copies-stopped"]);
});

test("a recipient who stops the copies while one waits does not get it, and nobody is said to have got what all have stopped", async () => {
  const [payer, subscription] = await world.createPayer("card");
  const [address = ""] = newAddresses();
  await world.changeContract(payer, { operation: "invoice-fields", ccAddresses: address });
  const renew = async () => {
    world.emulator.passTime(subscription, { event: "period_ended" });
    await world.emulator.webhooks.idle();
  };
  await renew();
  await world.reconcile();
  await renew();
  await stop(address);
  expect(await copiesSentTo([address])).toEqual([1]);
  expect(await world.outboxOf(payer)).toEqual([]);
  const sent = async () =>
    (await world.actionsOf(payer)).filter((action) => action === "invoice-copies-sent").length;
  const before = await sent();
  await renew();
  expect([await copiesSentTo([address]), await sent()]).toEqual([[1], before]);
  // The row names no address.
  const { sub } = payer;
  const sk = `COPIES#${recipientId(sub, address)}`;
  expect(JSON.stringify(await world.portal.item(`CUSTOMER#${sub}`, sk))).not.toContain(address);
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
  expect(await copiesSentTo(addresses)).toEqual([1, 1]);
});

test("an operator's invalid address at Stripe is skipped, and so is a fourth one", async () => {
  const [payer, subscription] = await world.createPayer("card");
  const addresses = [...newAddresses(), ...newAddresses()];
  const { stripeCustomerId = "" } = await world.recordOf(payer);
  const ccAddresses = `経理, ${addresses.join(" ")}`;
  await world.stripe.customers.update(stripeCustomerId, { metadata: { ccAddresses } });
  world.emulator.passTime(subscription, { event: "period_ended" });
  await world.emulator.webhooks.idle();
  expect(await copiesSentTo(addresses)).toEqual([1, 1, 1, 0]);
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
  expect(await copiesSentTo(addresses)).toEqual([0, 0]);
});

test("invoices of a closed account are not mailed", async () => {
  const [payer, subscription] = await world.createPayer("invoice");
  const addresses = newAddresses();
  await world.changeContract(payer, { operation: "invoice-fields", ccAddresses: addresses.join(", ") });
  await world.changeRecord(payer, { closedAt: new Date().toISOString() });
  world.emulator.passTime(subscription, { event: "period_ended" });
  await world.emulator.webhooks.idle();
  expect(await copiesSentTo(addresses)).toEqual([0, 0]);
});
