import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stripePage } from "#functions/billing/stripe/client.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { type Payer, startPaying } from "../support/paying.ts";

const paying = await startPaying();
beforeEach(() => {
  paying.portal.requests.clear();
  paying.emulator.webhooks.mode = "drop";
});

const billingContact = { name: "経理 次郎", phoneNumber: "03-1234-5678", email: "keiri@example.com" };
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
const stripeCalls = () => paying.portal.requests.list("stripe").map(({ operation }) => operation);

test("a trial has no contract and no invoices, and Stripe is not asked", async () => {
  const payer = await paying.newPayer();
  expect(await paying.contractOf(payer)).toEqual({
    plan: "trial",
    status: "trial",
    nextCharge: null,
    price: null,
    startedAt: null,
    currentPeriodEnd: null,
    cancelAt: null,
    paymentMethod: null,
    billingContact,
    invoiceFields: null,
    invoices: [],
    nextCursor: null,
    owed: [],
    actions: ["upgrade"],
  });
  expect(stripeCalls()).toEqual([]);
});

test.each([
  ["is charged every three months", { recurring: { interval: "month", interval_count: 3 } }],
  ["does not include the tax", { tax_behavior: "exclusive" }],
])("an operator's price at Stripe that %s is not shown as a month's with tax", async (_, changes) => {
  const [payer, subscriptionId] = await paying.upgradedPayer("card");
  paying.changePrice(subscriptionId, changes);
  const { price, status } = await paying.contractOf(payer);
  expect([price, status]).toEqual([null, "active"]);
});

test("paid by card: price with tax, dates, card and the paid invoice; four calls of Stripe at once", async () => {
  const [payer, subscriptionId] = await paying.upgradedPayer("card");
  paying.portal.requests.clear();
  const contract = await paying.contractOf(payer);
  const ofFunction = stripeCalls();
  const subscription = await paying.stripe.subscriptions.retrieve(subscriptionId);
  expect(contract).toEqual({
    plan: "standard",
    status: "active",
    price: { amount: 11_000, tax: 1_000, currency: "jpy", interval: "month" },
    startedAt: new Date(subscription.start_date * 1000).toISOString(),
    currentPeriodEnd: isoTime,
    nextCharge: { at: contract.currentPeriodEnd, amount: 11_000 },
    cancelAt: null,
    paymentMethod: {
      type: "card",
      brand: "visa",
      last4: "4242",
      expiry: expect.stringMatching(/^\d{4}-12$/),
    },
    billingContact,
    invoiceFields: { addressee: "", department: "", orderNumber: "", ccAddresses: "" },
    invoices: [
      {
        id: subscription.latest_invoice,
        number: expect.stringMatching(/-0001$/),
        issuedAt: isoTime,
        amount: 11_000,
        tax: 1_000,
        status: "paid",
        isLate: false,
        dueAt: null,
        nextAttemptAt: null,
        pdfUrl: expect.stringMatching(/\/pdf$/),
        hostedUrl: expect.stringContaining("/i/"),
        hasReceipt: true,
        refunded: 0,
        isChargedBack: false,
      },
    ],
    nextCursor: null,
    owed: [],
    actions: ["change-invoice-fields", "change-card", "pay-by-invoice", "cancel"],
  });
  expect(ofFunction.sort()).toEqual([
    "GET /v1/charges",
    "GET /v1/invoices",
    "GET /v1/invoices",
    "GET /v1/subscriptions/{id}",
  ]);
});

test("without a webhook of its end, a subscription's end is Stripe's to say", async () => {
  const [payer, subscriptionId] = await paying.upgradedPayer("card");
  paying.emulator.simulate.subscriptionEnds(subscriptionId);
  expect((await paying.recordOf(payer)).plan).toBe("standard");
  const ended = { plan: "suspended", status: "suspended", cancelAt: isoTime };
  expect(await paying.contractOf(payer)).toMatchObject(ended);
});

describe("pages of invoices", () => {
  let payer: Payer;
  beforeAll(async () => {
    let subscriptionId: string;
    [payer, subscriptionId] = await paying.upgradedPayer("card");
    for (let month = 1; month <= 13; month += 1) paying.emulator.simulate.renewed(subscriptionId);
  });

  test("are newest first, and the cursor leads on", async () => {
    const { invoices, nextCursor } = await paying.contractOf(payer);
    const next = await paying.contractOf(payer, { cursor: nextCursor ?? "" });
    const numbers = [...(invoices ?? []), ...(next.invoices ?? [])].map(({ number }) =>
      Number(number?.slice(-4)),
    );
    expect(numbers).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(next.nextCursor).toBeNull();
  });

  test("of somebody else cannot be reached", async () => {
    const [other] = await paying.upgradedPayer("card");
    const { invoices } = await paying.contractOf(payer);
    const foreign = await paying.contract(other, { cursor: invoices?.[3]?.id ?? "" });
    expect([foreign.status, foreign.json.error.code]).toEqual([400, "bad_request"]);
    for (const cursor of ["in_nobody's", "cus_1", ""]) {
      expect((await paying.contract(other, { cursor })).status, cursor).toBe(400);
    }
    expect((await paying.contract(other, { name: payer.loginId })).status).toBe(400);
  });
});

describe("while Stripe does not answer", () => {
  test.each([500, 429, 0])("(%i) the record says what it knows", async (status) => {
    const [payer] = await paying.upgradedPayer("card");
    const { invoices: _, paymentMethod, ...known } = await paying.contractOf(payer);
    paying.failStripe({ status, times: 10 });
    paying.portal.requests.clear();
    expect(await paying.contractOf(payer)).toEqual({
      ...known,
      paymentMethod: { type: paymentMethod?.type },
      invoiceFields: null,
      invoices: null,
    });
    // The customer does not wait for a second try.
    expect(stripeCalls()).toHaveLength(4);
  });

  test("about the invoices alone, the rest is Stripe's", async () => {
    const [payer] = await paying.upgradedPayer("card");
    paying.failStripe({ status: 500, operation: "GET /v1/invoices" });
    expect(await paying.contractOf(payer)).toMatchObject({
      status: "active",
      paymentMethod: { last4: "4242" },
      invoices: null,
      nextCursor: null,
    });
  });

  test("a record that was written before it kept a contract shows the plan", async () => {
    const payer = await paying.newPayer({
      plan: "standard",
      paymentType: "invoice",
      stripeCustomerId: "cus_1",
      subscriptionId: "sub_1",
    });
    paying.failStripe({ status: 500, times: 10 });
    expect(await paying.contractOf(payer)).toMatchObject({
      plan: "standard",
      status: "active",
      price: null,
      startedAt: null,
      invoices: null,
    });
  });
});

test("the record keeps up with renewals, without a new version of it", async () => {
  const [payer, subscriptionId] = await paying.upgradedPayer("card");
  const { contract: before, version } = await paying.recordOf(payer);
  paying.emulator.webhooks.mode = "deliver";
  paying.emulator.simulate.renewed(subscriptionId);
  await paying.emulator.webhooks.idle();
  const record = await paying.recordOf(payer);
  const { currentPeriodEnd } = await paying.contractOf(payer);
  expect(record).toMatchObject({ version, contract: { ...before, currentPeriodEnd } });
  expect(currentPeriodEnd).not.toBe(before?.currentPeriodEnd);
});

test("an account without a record gets that answer", async () => {
  const { sub, ...payer } = await paying.newPayer();
  expect((await paying.contract({ ...payer, sub: `${sub}x` })).status).toBe(404);
});

test.each([
  ["https://invoice.stripe.com/i/acct_1/test_1", true],
  ["https://stripe.com.evil.example/i", false],
  ["https://evilstripe.com/i", false],
  ["http://invoice.stripe.com/i", false],
  ["javascript:alert(1)//stripe.com", false],
  ["http://127.0.0.1:4242/i/acct_1/test_1", true],
  ["http://127.0.0.1:4243/i/acct_1/test_1", false],
  ["/i/acct_1", false],
  [null, false],
])("a link to %s is shown: %s", (address, isShown) => {
  const page = ownEnvironment.run({ STRIPE_API_URL: "http://127.0.0.1:4242" }, () => stripePage(address));
  expect(page).toBe(isShown ? address : null);
});
