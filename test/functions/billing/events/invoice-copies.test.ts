/** Mails to the further recipients of an invoice. */
import { expect, test } from "vitest";
import { recipientId } from "#functions/billing/invoices/copy-recipients.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { japaneseDay } from "#functions/platform/time.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";
import { textOfPdf } from "#test/support/pdf.ts";

const world = await startWorld({ deliversEvents: true });
const { emulator, settled, invoicesOf } = world;

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

/** As Stripe does an hour after the subscription was made. Returns the invoice. */
async function finalizeFirst(payer: Owner) {
  const [draft] = await invoicesOf(payer);
  return settled(() => world.stripe.invoices.finalizeInvoice(draft?.id ?? ""));
}

const save = (payer: Owner, addresses: readonly string[]) =>
  world.changeContract(payer, { operation: "invoice-fields", ccAddresses: addresses.join(", ") });

/** Names the addresses in a purchase by invoice, of which Stripe has issued nothing yet. */
async function buyWith(addresses: readonly string[], overrides: Partial<Profile> = {}): Promise<Owner> {
  const payer = await world.createCustomer(overrides);
  expect((await world.invoice(payer, { ccAddresses: addresses.join("、") })).status).toBe(200);
  return payer;
}

/** Has saved the addresses. `renew` issues an invoice, whose copies are sent. */
async function subscribedWith(addresses: readonly string[], by: "card" | "invoice" = "card") {
  const [payer, subscription] = await world.createPayer(by);
  await save(payer, addresses);
  const renew = async () => {
    await world.pass(subscription, "period_ended");
    return copiesSentTo(addresses);
  };
  return { payer, subscription, renew };
}

test("a copy of an invoice has its number, amount, date, page, PDF and customer", async () => {
  const addresses = newAddresses();
  const payer = await buyWith(addresses, { corporateName: "至急ご確認ください https://evil.example/pay" });
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
  const file = { fileName: `invoice-${invoice.number}.pdf`, contentType: "application/pdf" };
  expect(attachments).toMatchObject([file]);
  const pdf = Buffer.from(attachments?.[0]?.content ?? "", "base64");
  expect(await textOfPdf(pdf)).toContain(String(invoice.number));
  // The customer is told by Stripe.
  expect(copiesTo(payer.email)).toEqual([]);
  expect((await world.toldOf(payer)).actions).toEqual(["invoice-fields-changed", "invoice-copies-sent"]);
});

test("each renewal is mailed once to the current recipients, for any number of events", async () => {
  const addresses = newAddresses();
  const { payer, subscription, renew } = await subscribedWith(addresses);
  emulator.webhooks.mode = "drop";
  await world.pass(subscription, "period_ended");
  const [newest] = await invoicesOf(payer);
  await Promise.all([1, 2, 3].map(() => world.sendEvent("invoice.finalized", newest?.id ?? "")));
  expect(await copiesSentTo(addresses)).toEqual([1, 1]);
  expect(copiesTo(addresses[0] ?? "")[0]?.text).toContain("お振り込みの必要はありません");
  emulator.webhooks.mode = "deliver";
  await save(payer, addresses.slice(1));
  expect(await renew()).toEqual([1, 2]);
});

test.each([
  ["the rest", 4_000, 1],
  ["nothing without a rest", 11_000, 0],
])("a copy after a credit shows %s", async (_, credit, copies) => {
  emulator.webhooks.mode = "drop";
  const addresses = newAddresses();
  const { id, total } = await finalizeFirst(await buyWith(addresses));
  emulator.simulate.invoiceCredited(id, credit);
  await world.sendEvent("invoice.finalized", id);
  expect(await copiesSentTo(addresses)).toEqual([copies, copies]);
  const due = `ご請求金額：${(total - credit).toLocaleString("ja-JP")}円（税込）`;
  for (const { text } of copiesTo(addresses[0] ?? "")) expect(text).toContain(due);
});

test.each([
  ["SES fails", { service: "ses" }],
  ["Stripe does not give the PDF", { service: "stripe", operation: "GET /invoice/{account}/{invoice}/pdf" }],
  ["Stripe does not answer", { service: "stripe", operation: "GET /v1/invoices/{id}" }],
] as const)("copies wait while %s, and a later run sends them once", async (_, fault) => {
  const addresses = newAddresses();
  const payer = await buyWith(addresses);
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

test.each(["void", "gone"])("a copy is not sent of an invoice that is %s by then", async (end) => {
  const addresses = newAddresses();
  const payer = await buyWith(addresses);
  const { id } = await finalizeFirst(payer);
  if (end === "void") await world.stripe.invoices.voidInvoice(id);
  else
    world.changeState((state) => {
      state.invoices = state.invoices.filter((each) => each.id !== id);
    });
  expect(await copiesSentTo(addresses)).toEqual([0, 0]);
  expect(await world.outboxOf(payer)).toEqual([]);
});

/** As an operator does it at Stripe. */
const typeAtStripe = async (payer: Owner, ccAddresses: string) =>
  world.stripe.customers.update(await world.stripeIdOf(payer), { metadata: { ccAddresses } });

test("addresses that differ only in case get one copy, saved or typed at Stripe", async () => {
  const [address = ""] = newAddresses();
  const spellings = [address, address.toUpperCase()];
  const { payer, subscription } = await subscribedWith(spellings);
  expect((await world.contractOf(payer)).invoiceFields?.ccAddresses).toBe(address);
  await typeAtStripe(payer, spellings.join(", "));
  await world.pass(subscription, "period_ended");
  expect(await copiesSentTo([address])).toEqual([1]);
});

test.each([
  ["no", "invoice", 0],
  ["a", "card", 1],
] as const)("the billing contact gets %s copy of an invoice paid by %s", async (_, by, copies) => {
  const [payer, subscription] = await world.createPayer(by);
  const { billingEmail } = await world.profileOf(payer);
  const before = copiesTo(billingEmail).length;
  await save(payer, [billingEmail.toUpperCase()]);
  await world.pass(subscription, "period_ended");
  for (const { id, status } of await invoicesOf(payer))
    if (status === "draft") await settled(() => world.stripe.invoices.finalizeInvoice(id));
  const [after = 0] = await copiesSentTo([billingEmail]);
  expect(after - before).toBe(copies);
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

test("a recipient who stops the copies gets none until they resume", async () => {
  const [stopping = "", other = ""] = newAddresses();
  const { payer, renew } = await subscribedWith([stopping, other]);
  expect(await renew()).toEqual([1, 1]);
  expect(copiesTo(stopping)[0]?.text).toMatch(
    /送付停止のページを開く：\nhttps:\/\/portal\.example\/unsubscribe\/invoice-copies#\S+/,
  );
  const oneClick = { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  expect(copiesTo(stopping)[0]?.headers).toMatchObject(oneClick);
  expect((await stop(stopping)).json.result).toEqual({ subscribed: false });
  expect(await renew()).toEqual([1, 2]);
  await save(payer, [other]);
  expect((await world.contractOf(payer)).stoppedCopies).toEqual([]);
  await save(payer, [other, stopping.toUpperCase()]);
  expect((await world.contractOf(payer)).stoppedCopies).toEqual([stopping.toUpperCase()]);
  expect(await renew()).toEqual([1, 3]);
  expect((await stop(stopping, { resubscribes: true })).json.result).toEqual({ subscribed: true });
  expect((await world.contractOf(payer)).stoppedCopies).toEqual([]);
  expect(await renew()).toEqual([2, 4]);
  const told = (await world.toldOf(payer)).actions.filter((action) => /stopped|resumed/.test(String(action)));
  expect(told.toSorted()).toEqual(["invoice-copies-resumed", "invoice-copies-stopped"]);
});

test("a recipient who stops the copies gets none that waits, and no audit row", async () => {
  const [address = ""] = newAddresses();
  const { payer, subscription, renew } = await subscribedWith([address]);
  await renew();
  await world.pass(subscription, "period_ended");
  await stop(address);
  expect(await copiesSentTo([address])).toEqual([1]);
  expect(await world.outboxOf(payer)).toEqual([]);
  const sent = async () =>
    (await world.actionsOf(payer)).filter((action) => action === "invoice-copies-sent").length;
  const before = await sent();
  expect([await renew(), await sent()]).toEqual([[1], before]);
  // The row names no address.
  const { sub } = payer;
  const sk = `COPIES#${recipientId(sub, address)}`;
  expect(JSON.stringify(await world.portal.item(`CUSTOMER#${sub}`, sk))).not.toContain(address);
});

test("a webhook fails while Stripe does not name a recipient, and tells at the next", async () => {
  const addresses = newAddresses();
  emulator.webhooks.mode = "drop";
  const invoice = await finalizeFirst(await buyWith(addresses));
  await world.failStripe({ status: 500, operation: "GET /v1/invoices/{id}", times: 3 });
  expect((await world.sendEvent("invoice.finalized", invoice.id)).status).toBe(502);
  world.portal.faults.clear();
  expect((await world.sendEvent("invoice.finalized", invoice.id)).status).toBe(200);
  expect(await copiesSentTo(addresses)).toEqual([1, 1]);
});

test("an operator's invalid address at Stripe is skipped, and so is a fourth one", async () => {
  const [payer, subscription] = await world.createPayer("card");
  const addresses = [...newAddresses(), ...newAddresses()];
  await typeAtStripe(payer, `経理, ${addresses.join(" ")}`);
  await world.pass(subscription, "period_ended");
  expect(await copiesSentTo(addresses)).toEqual([1, 1, 1, 0]);
});

test("a voided invoice, or one of another customer, is not mailed", async () => {
  const addresses = newAddresses();
  const { payer } = await subscribedWith(addresses, "invoice");
  emulator.webhooks.mode = "drop";
  const { id } = await finalizeFirst(payer);
  await world.stripe.invoices.voidInvoice(id);
  expect((await world.sendEvent("invoice.finalized", id)).status).toBe(200);
  emulator.webhooks.mode = "deliver";

  // A customer of another system in the same Stripe account, with the same names in its metadata.
  const metadata = { ccAddresses: addresses.join(", "), sub: payer.sub };
  const { id: customer } = await world.stripe.customers.create({ email: "else@example.com", metadata });
  const items = [{ price: world.portal.settings.STRIPE_PRICE_ID ?? "" }];
  const sent = { collection_method: "send_invoice", days_until_due: 30 } as const;
  const { latest_invoice } = await world.stripe.subscriptions.create({ customer, items, ...sent });
  await settled(() => world.stripe.invoices.finalizeInvoice(String(latest_invoice)));
  expect(await copiesSentTo(addresses)).toEqual([0, 0]);
});

test("invoices of a closed account are not mailed", async () => {
  const addresses = newAddresses();
  const { payer, renew } = await subscribedWith(addresses, "invoice");
  await world.changeProfile(payer, { closedAt: new Date().toISOString() });
  expect(await renew()).toEqual([0, 0]);
});
