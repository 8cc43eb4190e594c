import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contact, startPaying, successPath, upgradedBy } from "#test/functions/support/paying.ts";

const paying = await startPaying();

beforeEach(() => {
  paying.emulator.webhooks.mode = "drop";
});
afterEach(() => paying.emulator.webhooks.idle());

test("a payment that cannot be written down is given up for now, and not tried for ever", async () => {
  const payer = await paying.newPayer();
  await paying.payOnPage(payer);
  const [pk, sk] = [`CUSTOMER#${payer.sub}`, "AUDIT#PLAN#1"] as const;
  await paying.portal.put({ pk, sk });
  const { version } = await paying.recordOf(payer);
  expect(version).toBe(1);
  expect((await paying.comeBack(payer)).status).toBe(409);
  await paying.portal.remove(pk, sk);
  expect((await paying.comeBack(payer)).status).toBe(200);
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
});

describe("by card", () => {
  test("the customer pays, comes back and is standard", async () => {
    const payer = await paying.newPayer();
    const path = successPath();
    const { status, json } = await paying.card(payer, path);
    expect(status).toBe(200);
    expect(json).toMatchObject({ success_path: path, url: expect.stringContaining("/c/pay/cs_") });
    const session = await paying.stripe.checkout.sessions.retrieve(json.checkout_session_id);
    expect(session).toMatchObject({
      mode: "subscription",
      locale: "ja",
      currency: "jpy",
      amount_total: 11_000,
      total_details: { amount_tax: 1_000 },
      client_reference_id: payer.sub,
      metadata: { sub: payer.sub, customerId: payer.customerId },
      success_url: `https://portal.example${path}`,
      cancel_url: "https://portal.example/upgrade",
      customer_details: { email: contact.billing_email },
    });
    paying.emulator.decide(session.id, { outcome: "paid" });
    expect(await paying.comeBack(payer)).toMatchObject({
      status: 200,
      json: { result: { plan: "standard", paymentType: "card" } },
    });
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
    // Coming back twice is no second upgrade.
    expect((await paying.comeBack(payer)).status).toBe(200);
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });

  test.each([
    ["nothing was begun", undefined],
    ["the page is still open", "open"],
    ["the customer cancelled", "canceled"],
    ["the card was declined", "declined"],
  ] as const)("402 and nothing changes when %s", async (_, outcome) => {
    const payer = await paying.newPayer();
    if (outcome !== undefined) {
      const { json } = await paying.card(payer);
      if (outcome !== "open") paying.emulator.decide(json.checkout_session_id, { outcome });
    }
    const { status, json } = await paying.comeBack(payer);
    expect([status, json.error.code]).toEqual([402, "payment_required"]);
    expect(await paying.recordOf(payer)).toMatchObject({ plan: "trial", paymentType: "", version: 1 });
  });

  test("409 while the bank has not decided; then standard", async () => {
    const payer = await paying.newPayer();
    const { json } = await paying.card(payer);
    paying.emulator.decide(json.checkout_session_id, { outcome: "pending" });
    const { status, json: answer } = await paying.comeBack(payer);
    expect([status, answer.error.code]).toEqual([409, "conflict"]);
    expect((await paying.invoice(payer)).status).toBe(409);
    paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
    expect((await paying.comeBack(payer)).status).toBe(200);
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });

  test("a payment that the bank declines afterwards sends a mail, and another checkout can begin", async () => {
    const payer = await paying.newPayer();
    const { json } = await paying.card(payer);
    paying.emulator.decide(json.checkout_session_id, { outcome: "pending" });
    paying.emulator.webhooks.mode = "deliver";
    paying.emulator.decide(json.checkout_session_id, { outcome: "declined" });
    await paying.emulator.webhooks.idle();
    expect(await paying.outcomeOf(payer)).toMatchObject({
      plan: "trial",
      checkout: "closed",
      mails: ["【電話連携プラグイン】お支払いを完了できませんでした"],
    });
    const again = await paying.card(payer);
    expect(again.json.checkout_session_id).not.toBe(json.checkout_session_id);
    expect(again.status).toBe(200);
  });

  test("another click after the payment leads to the page that confirms it", async () => {
    const payer = await paying.newPayer();
    const path = successPath();
    const { json } = await paying.card(payer, path);
    paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
    const again = await paying.card(payer);
    expect(again.json).toMatchObject({ url: `https://portal.example${path}`, success_path: path });
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });

  test("another customer's id, other paths and a missing contact are refused", async () => {
    const [payer, other] = [await paying.newPayer(), await paying.newPayer({ billingEmail: "" })];
    expect((await paying.card(payer, undefined, { customer_id: other.customerId })).status).toBe(403);
    for (const path of [
      "/menu",
      "https://evil.example/",
      `${successPath()}x`,
      "/upgrade/payment?uuid=short",
    ]) {
      expect((await paying.card(payer, path)).status, path).toBe(400);
    }
    expect((await paying.card(payer, undefined, { cancel_path: "/menu" })).status).toBe(400);
    const { status, json } = await paying.card(other);
    expect([status, Object.keys(json.error.fields ?? {})]).toEqual([400, ["billing_email"]]);
    expect(paying.portal.requests.list("stripe").filter(({ body }) => body.includes(other.sub))).toEqual([]);
  });
});

describe("by invoice", () => {
  test("the subscription begins, is due in 30 days by bank transfer, and the customer is standard", async () => {
    const payer = await paying.newPayer();
    expect(await paying.invoice(payer)).toMatchObject({
      status: 200,
      json: { result: { plan: "standard", paymentType: "invoice" } },
    });
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
    const [subscription] = await paying.subscriptionsOf(payer);
    expect(subscription).toMatchObject({
      collection_method: "send_invoice",
      days_until_due: 30,
      payment_settings: {
        payment_method_types: ["customer_balance"],
        payment_method_options: {
          customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "jp_bank_transfer" } },
        },
      },
    });
    expect((await paying.invoice(payer)).status).toBe(200);
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
  });

  test("the mail says when the first invoice comes, to which address, and until when and how it is paid", async () => {
    const payer = await paying.newPayer();
    await paying.invoice(payer, { billing_email: "seikyu@example.com" });
    const [mail] = paying.portal.inbox.list(payer.email);
    expect(mail?.text).toContain(`請求書払い（銀行振込）
最初の請求書を、お申し込みから数時間以内にメールでお送りします。以後は、ご契約期間ごとにお送りします。
請求書の送付先：seikyu@example.com
お支払い期限：請求書の発行日から30日後
`);
  });

  test("chosen after the card was paid, the card's payment counts", async () => {
    const payer = await paying.newPayer();
    const { json } = await paying.card(payer);
    paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
    expect(await paying.invoice(payer)).toMatchObject({
      status: 200,
      json: { result: { plan: "standard", paymentType: "card" } },
    });
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
    expect((await paying.invoice(payer)).status).toBe(403);
  });

  test.each([
    ["billing_charge_name", " "],
    ["billing_phone_number", "0312345678"],
    ["billing_email", "keiri@example"],
  ])("a wrong %s is refused", async (field, value) => {
    const payer = await paying.newPayer();
    const { status, json } = await paying.invoice(payer, { [field]: value });
    expect([status, Object.keys(json.error.fields ?? {})]).toEqual([400, [field]]);
    expect(await paying.outcomeOf(payer)).toMatchObject({ plan: "trial", checkout: undefined });
  });
});

test.each([
  ["API secret", { hasApiSecret: false }],
  ["private key", { hasPrivateKey: false }],
])("without a stored %s both ways to pay are refused before Stripe is asked", async (_, missing) => {
  const payer = await paying.newPayer(missing);
  paying.portal.requests.clear();
  for (const { status, json } of [await paying.card(payer), await paying.invoice(payer)]) {
    expect(status).toBe(403);
    expect(json.error.message).toContain("音声プロバイダー情報が登録されていません");
  }
  expect(paying.portal.requests.list("stripe")).toEqual([]);
  expect(await paying.checkoutOf(payer)).toBeUndefined();
  expect(await paying.recordOf(payer)).toMatchObject({ plan: "trial", version: 1 });
});
