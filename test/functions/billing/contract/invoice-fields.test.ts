/** What accounting wants on the invoices that follow. */
import { expect, test } from "vitest";
import { startContracts } from "#test/functions/support/contracts.ts";

const paying = await startContracts();

const fields = { addressee: "株式会社𠮷野電話 経理部", department: "総務部", orderNumber: "PO-2026-1" };
const none = { addressee: "", department: "", orderNumber: "" };
const save = (payer: Parameters<typeof paying.post>[0], changes: object) =>
  paying.post(payer, { operation: "invoice-fields", ...changes });

test("they are printed on the next invoice, and taken away again", async () => {
  const [payer, subscriptionId] = await paying.upgradedPayer("card");
  expect((await paying.contractOf(payer)).invoiceFields).toEqual(none);
  expect((await save(payer, fields)).status).toBe(200);
  expect((await paying.contractOf(payer)).invoiceFields).toEqual(fields);
  paying.emulator.passTime(subscriptionId, { event: "period_ended" });
  const { data } = await paying.stripe.invoices.list({ limit: 2 });
  expect(data.map(({ custom_fields }) => custom_fields)).toEqual([
    [
      { name: "宛名", value: fields.addressee },
      { name: "部署名", value: fields.department },
      { name: "発注番号", value: fields.orderNumber },
    ],
    null,
  ]);
  expect((await save(payer, none)).status).toBe(200);
  expect((await paying.contractOf(payer)).invoiceFields).toEqual(none);
});

const changesTold = async (payer: Parameters<typeof paying.post>[0]) =>
  (await paying.toldOf(payer)).actions.filter((action) => action === "invoice-fields-changed").length;

test("a change is a line in the history, without what was typed; one that failed is none", async () => {
  const [payer] = await paying.upgradedPayer("card");
  await paying.failStripe({ status: 500, operation: "POST /v1/customers/{id}", times: 1 });
  expect((await save(payer, fields)).status).toBe(502);
  expect(await changesTold(payer)).toBe(0);
  expect((await save(payer, fields)).status).toBe(200);
  expect(await changesTold(payer)).toBe(1);
});

test("another card and another billing contact leave them as they are", async () => {
  const [payer] = await paying.upgradedPayer("card");
  await save(payer, { orderNumber: "PO-1" });
  const { stripeCustomerId = "" } = await paying.recordOf(payer);
  const { data } = await paying.stripe.customers.listPaymentMethods(stripeCustomerId, { type: "card" });
  await paying.stripe.customers.update(stripeCustomerId, {
    name: "株式会社新社名",
    invoice_settings: { default_payment_method: data[0]?.id ?? "" },
  });
  expect((await paying.contractOf(payer)).invoiceFields).toEqual({ ...none, orderNumber: "PO-1" });
});

test.each([
  ["too long", { addressee: "株".repeat(61) }],
  ["unknown", { cc: "a@example.com" }],
])("a field that is %s changes nothing", async (_, wrong) => {
  const [payer] = await paying.upgradedPayer("card");
  expect((await save(payer, wrong)).status).toBe(400);
  expect((await paying.contractOf(payer)).invoiceFields).toEqual(none);
});

test("without a contract there is nothing to print them on", async () => {
  const payer = await paying.newPayer();
  expect((await save(payer, fields)).status).toBe(403);
  expect((await paying.contractOf(payer)).invoiceFields).toBeNull();
});

test("while Stripe fails they are not saved, and the screen is told", async () => {
  const [payer] = await paying.upgradedPayer("card");
  await paying.failStripe({ status: 500, operation: "POST /v1/customers/{id}", times: 3 });
  expect((await save(payer, fields)).status).toBe(502);
});
