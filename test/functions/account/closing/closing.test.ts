/** A customer closes the account: sign-in and contract end at once, and nothing is half done. */
import { describe, expect, test } from "vitest";
import { advance } from "#test/functions/support/portal.ts";
import { refusal } from "#test/functions/support/replies.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();
const { portal, closeAccount: close, stateOf } = world;

const closedMail = "退会手続きのお知らせ";
const closed = {
  account: "disabled",
  isClosed: true,
  closure: "closing",
  audits: 1,
  mails: [closedMail],
};

test("a trial's account ends once, with a mail about its erasure", async () => {
  const owner = await world.createCustomer();
  const { status, text } = await close(owner);
  expect(status).toBe(200);
  const { eraseAt } = JSON.parse(text).result;
  expect(Date.parse(eraseAt) - Date.now()).toBeGreaterThan(29.9 * 24 * 60 * 60_000);
  expect(await stateOf(owner)).toEqual({ ...closed, plan: "trial", subscriptions: [] });
  const [mail] = portal.inbox.list(owner.email);
  const day = new Date(eraseAt).toLocaleDateString("ja-JP", { timeZone: "Asia/Tokyo", dateStyle: "long" });
  expect(mail?.text).toMatch(new RegExp(`^.+\n.+ 様\n[^]+${day}以降に消去いたします`));
  expect(mail?.text).not.toContain("スタンダードプランのご契約は終了しました");

  const again = await world.expectNothingWritten(() => close(owner));
  expect([again.status, JSON.parse(again.text).result.eraseAt]).toEqual([200, eraseAt]);
  await world.reconcileLater();
  expect(await stateOf(owner)).toEqual({ ...closed, closure: "closed", plan: "trial", subscriptions: [] });
});

test("a subscription ends at once with its account, without a mail of its own", async () => {
  const [payer] = await world.createPayer("card");
  expect((await close(payer)).status).toBe(200);
  const expected = { ...closed, plan: "suspended", subscriptions: ["canceled"] };
  expect(await stateOf(payer)).toEqual(expected);
  expect(portal.inbox.list(payer.email)[0]?.text).toContain("スタンダードプランのご契約は終了しました");
  await world.reconcileLater();
  expect(await stateOf(payer)).toEqual({ ...expected, closure: "closed" });
});

test("an operator's held draft at Stripe is no debt, and does not block the closing", async () => {
  const [payer, subscription] = await world.createPayer("invoice");
  const held = { auto_advance: false, automatically_finalizes_at: null };
  world.changeAtStripe("invoices", await world.latestInvoiceOf(subscription), held);
  expect((await close(payer)).status).toBe(200);
  expect(await stateOf(payer)).toMatchObject({ account: "disabled", subscriptions: ["canceled"] });
});

test("no page can be paid any more, however many were opened since", async () => {
  const owner = await world.createCustomer();
  const { json } = await world.card(owner);
  const customer = await world.stripeIdOf(owner);
  const other = { customer, client_reference_id: owner.sub, success_url: "https://portal.example/update" };
  for (let opened = 0; opened < 100; opened += 1)
    await world.stripe.checkout.sessions.create({ mode: "setup", currency: "jpy", ...other });
  expect((await close(owner)).status).toBe(200);
  const page = await world.stripe.checkout.sessions.retrieve(json.checkout_session_id);
  expect(page.status).toBe("expired");
});

describe("refused, and nothing is written:", () => {
  test("an account with an open invoice, from its draft on", async () => {
    const [payer] = await world.createPayer("invoice");
    const draft = await world.expectRefused(() => close(payer), "open_invoice");
    expect(draft.message).toContain("1時間ほど");
    advance(61 * 60_000);
    const issued = await world.expectRefused(() => close(payer), "open_invoice");
    expect(issued.message).toContain("「ご契約とお支払い」からお支払いいただくか");
    expect(await stateOf(payer)).toMatchObject({ account: "enabled", subscriptions: ["active"], mails: [] });
  });

  test("an account whose payment is starting", async () => {
    const payer = await world.createCustomer();
    world.failStripe({ status: 0, times: 9 });
    await world.card(payer);
    portal.faults.clear();
    const reply = await world.expectNothingWritten(() => close(payer));
    expect(refusal(reply)).toEqual([409, expect.stringContaining("15分ほど")]);
  });

  test("when Stripe does not say what is owed", async () => {
    const [payer] = await world.createPayer("card");
    world.failStripe({ status: 500, times: 9 });
    await world.expectRefused(() => close(payer), "provider_failed");
  });
});

test("Stripe cancels and answers 500, or is slow: answered in time, and ended once", async () => {
  const [unlucky] = await world.createPayer("card");
  world.failStripe({ operation: "DELETE /v1/subscriptions/{id}", status: 500, times: 9, after: true });
  expect((await close(unlucky)).status).toBe(200);
  portal.faults.clear();

  const [patient] = await world.createPayer("card");
  const held = world.holdStripe();
  const closing = close(patient);
  // Just under the time-out of one call, over ten seconds for all of them. Two of them ask for the debts at once.
  for (const calls of [2, 3]) {
    await held.arrived(calls);
    world.portal.letTimePass(3400);
    held.letGo();
  }
  await held.arrived(4);
  world.portal.letTimePass(700);
  expect((await closing).status).toBe(200);
  held.release();

  await world.reconcileLater();
  for (const payer of [unlucky, patient])
    expect(await stateOf(payer)).toEqual({
      ...closed,
      closure: "closed",
      plan: "suspended",
      subscriptions: ["canceled"],
    });
});

test("an account is closed only with the plan that its screen shows", async () => {
  const [payer] = await world.createPayer("card");
  const { message } = await world.expectRefused(() => close(payer, { plan: "trial" }), "conflict");
  expect(message).toContain("ご契約の内容が変わっています");
  expect((await close(payer, { plan: "standard" })).status).toBe(200);
  // The answer was lost, and the profile says suspended by now.
  expect((await close(payer, { plan: "standard" })).status).toBe(200);
});

test("a purchase with a declined first payment is no debt, and void with the account", async () => {
  const owner = await world.createCustomer();
  const { checkout_session_id: session } = (await world.card(owner)).json;
  world.emulator.decide(session, { outcome: "pending" });
  expect((await world.contractOf(owner)).owed).toEqual([]);
  expect((await close(owner)).status).toBe(200);
  const [subscription] = await world.subscriptionsOf(owner);
  const invoice = await world.stripe.invoices.retrieve(String(subscription?.latest_invoice));
  expect([subscription?.status, invoice.status]).toEqual(["canceled", "void"]);
});

test("a trial's debt of a former contract blocks the closing, and /contract shows it", async () => {
  const [payer, id] = await world.createPayer("invoice");
  await world.pass(id, "overdue");
  await world.stripe.subscriptions.cancel(id);
  const { version } = await world.profileOf(payer);
  const trial = { plan: "trial", paymentType: "", subscriptionId: undefined } as const;
  await world.changeProfile(payer, { ...trial, version: version + 1 });
  expect((await close(payer)).status).toBe(409);
  expect(await world.contractOf(payer)).toMatchObject({
    status: "trial",
    invoices: [{ status: "open" }],
    owed: [{ state: "overdue", contract: "former", ways: ["pay"] }],
  });
});
