/** The customer's texts on later invoices. */
import { describe, expect, test } from "vitest";
import { advance } from "#test/functions/support/portal.ts";
import { refusal } from "#test/functions/support/replies.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

const fields = {
  addressee: "株式会社𠮷野電話 経理部",
  department: "総務部",
  orderNumber: "PO-2026-1",
  ccAddresses: "keiri@example.com, soumu@example.com",
};
const none = { addressee: "", department: "", orderNumber: "", ccAddresses: "" };
const save = (payer: Owner, changes: object) =>
  world.changeContract(payer, { operation: "invoice-fields", ...changes });

test("they are printed on the next invoice, and taken away again", async () => {
  const [payer, subscriptionId] = await world.createPayer("card");
  expect((await world.contractOf(payer)).invoiceFields).toEqual(none);
  expect((await save(payer, fields)).status).toBe(200);
  expect((await world.contractOf(payer)).invoiceFields).toEqual(fields);
  await world.pass(subscriptionId, "period_ended");
  const [newest, first] = await world.invoicesOf(payer);
  expect(newest?.custom_fields).toEqual([
    { name: "宛名", value: fields.addressee },
    { name: "部署名", value: fields.department },
    { name: "発注番号", value: fields.orderNumber },
  ]);
  expect(first?.custom_fields).toBeNull();
  expect((await save(payer, none)).status).toBe(200);
  expect((await world.contractOf(payer)).invoiceFields).toEqual(none);
});

test("a field that the seller has added at Stripe stays, as far as there is room", async () => {
  const [payer] = await world.createPayer("card");
  const printed = async () =>
    (await world.payerOf(payer)).invoice_settings.custom_fields?.map(({ name }) => name);
  const custom_fields = [
    { name: "契約番号", value: "K-1" },
    { name: "担当", value: "営業部" },
  ];
  const id = await world.stripeIdOf(payer);
  await world.stripe.customers.update(id, { invoice_settings: { custom_fields } });
  expect((await save(payer, { ...none, addressee: "総務部" })).status).toBe(200);
  expect(await printed()).toEqual(["宛名", "契約番号", "担当"]);
  expect((await save(payer, fields)).status).toBe(200);
  expect(await printed()).toEqual(["宛名", "部署名", "発注番号", "契約番号"]);
  expect((await save(payer, none)).status).toBe(200);
  expect(await printed()).toEqual(["契約番号"]);
});

const changesTold = async (payer: Owner) =>
  (await world.toldOf(payer)).actions.filter((action) => action === "invoice-fields-changed").length;

test("a change is a line in the history, without its text; one that failed is none", async () => {
  const [payer] = await world.createPayer("card");
  await world.failStripe({ status: 500, operation: "POST /v1/customers/{id}", times: 1 });
  expect((await save(payer, fields)).status).toBe(502);
  expect(await changesTold(payer)).toBe(0);
  expect((await save(payer, fields)).status).toBe(200);
  expect(await changesTold(payer)).toBe(1);
});

test("a customer without a contract cannot save them", async () => {
  const payer = await world.createCustomer();
  expect((await save(payer, fields)).status).toBe(403);
  expect((await world.contractOf(payer)).invoiceFields).toBeNull();
});

const changedElsewhere = [409, expect.stringContaining("ほかの画面で")];

test("an outdated screen gets a conflict; a repetition after a lost answer is saved", async () => {
  const [payer] = await world.createPayer("card");
  const shown = (await world.contractOf(payer)).invoiceFields;
  expect((await save(payer, { orderNumber: "PO-2", before: shown })).status).toBe(200);
  expect(refusal(await save(payer, { department: "総務部", before: shown }))).toEqual(changedElsewhere);
  expect((await world.contractOf(payer)).invoiceFields).toEqual({ ...none, orderNumber: "PO-2" });
  expect((await save(payer, { orderNumber: "PO-2", before: shown })).status).toBe(200);
  const before = { ...none, orderNumber: "PO-2" };
  expect((await save(payer, { ...before, department: "総務部", before })).status).toBe(200);
  expect((await world.contractOf(payer)).invoiceFields).toEqual({ ...before, department: "総務部" });
});

test("one of two saves at once is told of the other, after at most half a minute", async () => {
  const [payer] = await world.createPayer("card");
  const held = world.holdStripe({ operation: "POST /v1/customers/{id}", times: 1 });
  const first = save(payer, { orderNumber: "PO-1", before: none });
  await held.arrived();
  const second = () => save(payer, { department: "総務部", before: none });
  expect(refusal(await second())).toEqual(changedElsewhere);
  advance(31_000);
  expect((await second()).status).toBe(200);
  held.release();
  await first;

  const before = (await world.contractOf(payer)).invoiceFields;
  const saves = [{ orderNumber: "PO-2" }, { orderNumber: "PO-3" }];
  const answers = await Promise.all(saves.map((changes) => save(payer, { ...changes, before })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const saved = saves[answers.findIndex(({ status }) => status === 200)];
  expect((await world.contractOf(payer)).invoiceFields).toEqual({ ...none, ...saved });
});

describe("before the first invoice", () => {
  const printedFor = async (payer: Owner) =>
    (await world.invoicesOf(payer)).map(({ custom_fields }) => custom_fields?.map(({ value }) => value));
  const printed = [fields.addressee, fields.department, fields.orderNumber];

  test("they are on it, by invoice and by card", async () => {
    const [byInvoice, payer] = [await world.createCustomer(), await world.createCustomer()];
    expect((await world.invoice(byInvoice, fields)).status).toBe(200);
    await world.buy(payer, "card", fields);
    for (const each of [byInvoice, payer]) {
      expect(await printedFor(each)).toEqual([printed]);
      expect((await world.contractOf(each)).invoiceFields).toEqual(fields);
      expect(await world.checkoutOf(each)).not.toHaveProperty("invoiceFields");
    }
  });

  test("none were asked for: none are printed, and no call of Stripe is made for them", async () => {
    const payer = await world.createCustomer();
    world.portal.requests.clear();
    await world.invoice(payer);
    const updates = world.portal.requests
      .list("stripe")
      .filter(({ method, path }) => method === "POST" && /customers\/cus_/.test(path));
    expect(updates).toHaveLength(1);
    expect(await printedFor(payer)).toEqual([undefined]);
  });

  test("the latest text counts, also of an open payment page, and for an empty field", async () => {
    const payer = await world.createCustomer();
    await world.card(payer, undefined, { ...fields, orderNumber: "PO-1" });
    await world.buy(payer, "card", { ...fields, department: "" });
    expect(await printedFor(payer)).toEqual([[fields.addressee, fields.orderNumber]]);
  });

  test("a request that leaves them out continues an attempt with them", async () => {
    const payer = await world.createCustomer();
    await world.failStripe({ status: 429, operation: "POST /v1/subscriptions", times: 3 });
    expect((await world.invoice(payer, fields)).status).toBe(503);
    world.portal.faults.clear();
    expect((await world.invoice(payer)).status).toBe(200);
    expect(await printedFor(payer)).toEqual([printed]);
  });

  test("the texts of an unpaid page are not on the invoice of a later purchase", async () => {
    const payer = await world.createCustomer();
    const { json } = await world.card(payer, undefined, fields);
    await world.stripe.checkout.sessions.expire(json.checkout_session_id);
    await world.reconcile();
    expect((await world.invoice(payer)).status).toBe(200);
    expect((await world.contractOf(payer)).invoiceFields).toEqual(none);
    expect(await printedFor(payer)).toEqual([undefined]);
    expect(await changesTold(payer)).toBe(0);
  });
});
