import { beforeEach, describe, expect, test } from "vitest";
import { stripePage } from "#functions/billing/stripe/client.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { newPerson } from "../support/people.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
beforeEach(world.portal.requests.clear);

const billingContact = { name: "経理 次郎", phoneNumber: "03-1234-5678", email: "keiri@example.com" };
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
const stripeCalls = () => world.portal.requests.list("stripe").map(({ operation }) => operation);

test("a trial has no contract and no invoices, and Stripe is not asked", async () => {
  const payer = await world.createCustomer();
  expect(await world.contractOf(payer)).toEqual({
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
    stoppedCopies: [],
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
  const [payer, subscriptionId] = await world.createPayer("card");
  world.changePrice(subscriptionId, changes);
  const { price, status } = await world.contractOf(payer);
  expect([price, status]).toEqual([null, "active"]);
});

test("a contract by card shows price, dates, card and invoice, by four calls of Stripe", async () => {
  const [payer, subscriptionId] = await world.createPayer("card");
  world.portal.requests.clear();
  const contract = await world.contractOf(payer);
  const ofFunction = stripeCalls();
  const subscription = await world.stripe.subscriptions.retrieve(subscriptionId);
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
    stoppedCopies: [],
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

test("a subscription's end is Stripe's to say, without a webhook", async () => {
  const [payer, subscriptionId] = await world.createPayer("card");
  world.emulator.simulate.subscriptionEnds(subscriptionId);
  expect((await world.profileOf(payer)).plan).toBe("standard");
  const ended = { plan: "suspended", status: "ended", cancelAt: isoTime };
  expect(await world.contractOf(payer)).toMatchObject(ended);
});

describe("while Stripe does not answer", () => {
  test.each([500, 429, 0])("(%i) the profile says what it knows", async (status) => {
    const [payer] = await world.createPayer("card");
    const { invoices: _, paymentMethod, ...known } = await world.contractOf(payer);
    world.failStripe({ status, times: 10 });
    world.portal.requests.clear();
    expect(await world.contractOf(payer)).toEqual({
      ...known,
      paymentMethod: { type: paymentMethod?.type },
      invoiceFields: null,
      invoices: null,
    });
    // The customer does not wait for a second try.
    expect(stripeCalls()).toHaveLength(4);
  });

  test("about the invoices alone, the rest is Stripe's", async () => {
    const [payer] = await world.createPayer("card");
    world.failStripe({ status: 500, operation: "GET /v1/invoices" });
    expect(await world.contractOf(payer)).toMatchObject({
      status: "active",
      paymentMethod: { last4: "4242" },
      invoices: null,
      nextCursor: null,
    });
  });

  test("a profile that was written before it kept a contract shows the plan", async () => {
    const atStripe = { stripeCustomerId: "cus_1", subscriptionId: "sub_1" };
    const payer = await world.createCustomer({ plan: "standard", paymentType: "invoice", ...atStripe });
    world.failStripe({ status: 500, times: 10 });
    const unknown = { price: null, startedAt: null, invoices: null };
    expect(await world.contractOf(payer)).toMatchObject({ plan: "standard", status: "active", ...unknown });
  });
});

test("the profile keeps up with renewals, without a new version of it", async () => {
  const [payer, subscriptionId] = await world.createPayer("card");
  const { contract: before, version } = await world.profileOf(payer);
  world.emulator.webhooks.mode = "deliver";
  await world.settled(() => world.emulator.simulate.renewed(subscriptionId));
  const profile = await world.profileOf(payer);
  const { currentPeriodEnd } = await world.contractOf(payer);
  expect(profile).toMatchObject({ version, contract: { ...before, currentPeriodEnd } });
  expect(currentPeriodEnd).not.toBe(before?.currentPeriodEnd);
});

test("an account without a profile gets that answer", async () => {
  expect((await world.getContract(newPerson())).status).toBe(404);
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
