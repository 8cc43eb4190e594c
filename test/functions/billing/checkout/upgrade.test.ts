import { afterEach, describe, expect, test } from "vitest";
import { outcome } from "#test/functions/support/replies.ts";
import { contact } from "#test/functions/support/world/customers.ts";
import { creating, successPath, upgradedBy } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

afterEach(() => world.emulator.webhooks.idle());

test("a payment that cannot be written down is given up for now", async () => {
  const payer = await world.createCustomer();
  await world.payOnPage(payer);
  const [pk, sk] = [`CUSTOMER#${payer.sub}`, "AUDIT#PLAN#1"] as const;
  await world.portal.put({ pk, sk });
  const { version } = await world.profileOf(payer);
  expect(version).toBe(1);
  expect((await world.comeBack(payer)).status).toBe(409);
  await world.portal.remove(pk, sk);
  expect((await world.comeBack(payer)).status).toBe(200);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
});

describe("by card", () => {
  test("the customer pays, comes back and is standard", async () => {
    const payer = await world.createCustomer();
    const path = successPath();
    const { status, json } = await world.card(payer, path);
    expect(status).toBe(200);
    expect(json).toMatchObject({ success_path: path, url: expect.stringContaining("/c/pay/cs_") });
    const session = await world.stripe.checkout.sessions.retrieve(json.checkout_session_id);
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
    world.emulator.decide(session.id, { outcome: "paid" });
    expect(await world.comeBack(payer)).toMatchObject({
      status: 200,
      json: { result: { plan: "standard", paymentType: "card" } },
    });
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
    // Coming back twice is no second upgrade.
    expect((await world.comeBack(payer)).status).toBe(200);
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });

  test.each([
    ["nothing was begun", undefined],
    ["the page is still open", "open"],
    ["the customer cancelled", "canceled"],
    ["the card was declined", "declined"],
  ] as const)("402 and nothing changes when %s", async (_, decided) => {
    const payer = await world.createCustomer();
    if (decided !== undefined) {
      const { json } = await world.card(payer);
      if (decided !== "open") world.emulator.decide(json.checkout_session_id, { outcome: decided });
    }
    expect(outcome(await world.comeBack(payer))).toEqual([402, "payment_required"]);
    expect(await world.profileOf(payer)).toMatchObject({ plan: "trial", paymentType: "", version: 1 });
  });

  test("409 while the bank has not decided; then standard", async () => {
    const payer = await world.createCustomer();
    const { json } = await world.card(payer);
    world.emulator.decide(json.checkout_session_id, { outcome: "pending" });
    expect(outcome(await world.comeBack(payer))).toEqual([409, "conflict"]);
    expect((await world.invoice(payer)).status).toBe(409);
    world.emulator.decide(json.checkout_session_id, { outcome: "paid" });
    expect((await world.comeBack(payer)).status).toBe(200);
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });

  test("a payment that the bank declines sends a mail, and another checkout can begin", async () => {
    const payer = await world.createCustomer();
    const { json } = await world.card(payer);
    world.emulator.decide(json.checkout_session_id, { outcome: "pending" });
    world.emulator.webhooks.mode = "deliver";
    await world.settled(() => world.emulator.decide(json.checkout_session_id, { outcome: "declined" }));
    expect(await world.outcomeOf(payer)).toMatchObject({
      plan: "trial",
      checkout: "closed",
      mails: ["【電話連携プラグイン】お支払いを完了できませんでした"],
    });
    const again = await world.card(payer);
    expect(again.json.checkout_session_id).not.toBe(json.checkout_session_id);
    expect(again.status).toBe(200);
  });

  test("another click after the payment leads to the page that confirms it", async () => {
    const payer = await world.createCustomer();
    const path = successPath();
    const { json } = await world.card(payer, path);
    world.emulator.decide(json.checkout_session_id, { outcome: "paid" });
    const again = await world.card(payer);
    expect(again.json).toMatchObject({ url: `https://portal.example${path}`, success_path: path });
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });

  test("clicks at once lead to one session, for which the others wait", async () => {
    const payer = await world.createCustomer();
    const operation = creating.card;
    world.portal.requests.clear();
    const refusals = () =>
      world.portal.requests
        .list("stripe")
        .filter((each) => each.operation === operation && each.status === 409);
    const held = world.holdStripe({ operation });
    const clicks = Promise.all([1, 2, 3, 4].map(() => world.card(payer)));
    await held.arrived();
    // So often have the other three joined in that one of them was refused the second try of the SDK, too.
    await expect.poll(() => refusals().length).toBeGreaterThanOrEqual(4);
    held.release();
    const [first, ...others] = await clicks;
    expect(first?.status).toBe(200);
    for (const { text } of others) expect(text).toBe(first?.text);
    expect(await world.outcomeOf(payer)).toMatchObject({ plan: "trial", openSessions: 1, checkout: "open" });
  });

  test("another customer's id and a missing contact are refused", async () => {
    const [payer, other] = [await world.createCustomer(), await world.createCustomer({ billingEmail: "" })];
    expect((await world.card(payer, undefined, { customer_id: other.customerId })).status).toBe(403);
    const { status, json } = await world.card(other);
    expect([status, Object.keys(json.error.fields ?? {})]).toEqual([400, ["billing_email"]]);
    expect(world.portal.requests.list("stripe").filter(({ body }) => body.includes(other.sub))).toEqual([]);
  });
});

describe("by invoice", () => {
  test("the subscription is due in 30 days by transfer, and the customer is standard", async () => {
    const payer = await world.createCustomer();
    expect(await world.invoice(payer)).toMatchObject({
      status: 200,
      json: { result: { plan: "standard", paymentType: "invoice" } },
    });
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
    const [subscription] = await world.subscriptionsOf(payer);
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
    expect((await world.invoice(payer)).status).toBe(200);
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
  });

  test("the mail says when the first invoice comes, where to, and how it is paid", async () => {
    const payer = await world.createCustomer();
    await world.invoice(payer, { billing_email: "seikyu@example.com" });
    const [mail] = world.portal.inbox.list(payer.email);
    expect(mail?.text).toContain(`請求書払い（銀行振込）
最初の請求書を、お申し込みから数時間以内にメールでお送りします。以後は、ご契約期間ごとにお送りします。

請求書の送付先：seikyu@example.com
お支払い期限：請求書の発行日から30日後
`);
  });

  test("chosen after the card was paid, the card's payment counts", async () => {
    const payer = await world.createCustomer();
    await world.payOnPage(payer);
    expect(await world.invoice(payer)).toMatchObject({
      status: 200,
      json: { result: { plan: "standard", paymentType: "card" } },
    });
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
    expect((await world.invoice(payer)).status).toBe(403);
  });
});

test.each([
  ["API secret", { hasApiSecret: false }],
  ["private key", { hasPrivateKey: false }],
])("both ways to pay are refused without a stored %s", async (_, missing) => {
  const payer = await world.createCustomer(missing);
  world.portal.requests.clear();
  for (const click of [() => world.card(payer), () => world.invoice(payer)]) {
    const { message } = await world.expectRefused(click, "forbidden");
    expect(message).toContain("Vonageの接続情報が登録されていません");
  }
  expect(world.portal.requests.list("stripe")).toEqual([]);
});
