import { beforeEach, expect, test } from "vitest";
import { startAccount } from "../support/account.ts";
import { newPerson } from "../support/people.ts";
import { advance } from "../support/portal.ts";

const account = await startAccount();
beforeEach(() => {
  account.portal.requests.clear();
});

const leaseMs = 121_000;
const tellings = () =>
  account.portal.requests
    .list("stripe")
    .filter(({ method, path }) => method === "POST" && path.startsWith("/v1/customers/")).length;
const rows = async (sub: string) =>
  (await account.portal.partition("CUSTOMER_SYNC")).filter(({ sk }) => sk === sub).length;

test("a change is synced to Stripe at once, again by the reconciler, and then no more", async () => {
  const owner = await account.newStandardOwner();
  const fields = {
    corporateName: "株式会社新社名",
    postalCode: "530-0001",
    prefecture: 27,
    city: "大阪市北区",
    streetAddress: "梅田1-1",
    billingPhoneNumber: "06-9999-0000",
    billingEmail: "seikyu@example.jp",
  };
  expect((await account.update(owner, fields)).status).toBe(200);
  const expected = {
    name: "株式会社新社名",
    email: "seikyu@example.jp",
    phone: "06-9999-0000",
    address: {
      country: "JP",
      postal_code: "530-0001",
      state: "大阪府",
      city: "大阪市北区",
      line1: "梅田1-1",
    },
  };
  expect(await account.payerOf(owner)).toMatchObject(expected);
  // Somebody who was slower told Stripe of an older record.
  const { id } = await account.payerOf(owner);
  await account.stripe.customers.update(id, { name: "古い社名" });
  await account.reconcile();
  expect(await account.payerOf(owner)).toMatchObject({ name: "古い社名" });
  advance(leaseMs);
  await account.reconcile();
  expect(await account.payerOf(owner)).toMatchObject(expected);
  expect(await rows(owner.sub)).toBe(0);
  account.portal.requests.clear();
  advance(leaseMs);
  await account.reconcile();
  expect(tellings()).toBe(0);
});

test("the billing contact's address is Stripe's, and the account's where there is none", async () => {
  const owner = await account.newStandardOwner({ billingEmail: "" });
  expect((await account.update(owner, { city: "港区" })).status).toBe(200);
  expect(await account.payerOf(owner)).toMatchObject({ email: owner.email });
  const email = newPerson().email;
  await account.prove(owner, email);
  await account.update(owner, { email });
  expect(await account.payerOf(owner)).toMatchObject({ email });
  await account.update(owner, { billingEmail: "keiri@example.jp" });
  const another = newPerson().email;
  await account.prove(owner, another);
  await account.update(owner, { email: another });
  expect(await account.payerOf(owner)).toMatchObject({ email: "keiri@example.jp" });
});

test("fields that Stripe does not need are not synced", async () => {
  const owner = await account.newStandardOwner();
  const fields = {
    department: "総務部",
    apiKey: "z9y8x7w6",
    apiSecret: "Another1secret",
    billingChargeName: "三郎",
  };
  expect((await account.update(owner, fields)).status).toBe(200);
  expect([tellings(), await rows(owner.sub)]).toEqual([0, 0]);
});

const refusal = { service: "stripe", operation: "POST /v1/customers/{id}", status: 400, times: 9 } as const;
test.each([
  ["of a customer who was deleted at Stripe", (id: string) => account.stripe.customers.del(id), ""],
  [
    "that Stripe refuses for good",
    async () => account.portal.faults.add(refusal),
    "Stripe refused the record",
  ],
])("a change %s is not retried, and raises no alarm", async (_, prepare, logged) => {
  const owner = await account.newStandardOwner();
  await prepare((await account.payerOf(owner)).id);
  expect((await account.update(owner, { city: "港区" })).status).toBe(200);
  advance(leaseMs);
  await account.reconcile();
  expect(await rows(owner.sub)).toBe(0);
  expect(account.portal.logged.join("")).not.toContain('"TasksFailed":1');
  expect(account.portal.logged.join("")).toContain(logged);
});

test("a customer that our key does not know is tried less and less, and never holds up the others", async () => {
  const [gone, other] = [await account.newStandardOwner(), await account.newStandardOwner()];
  await account.change(gone, { stripeCustomerId: "cus_gone" });
  for (const owner of [gone, other]) {
    account.portal.faults.add({ service: "stripe", status: 500 });
    await account.update(owner, { city: "港区" });
  }
  advance(leaseMs);
  await account.reconcile();
  expect(await account.payerOf(other)).toMatchObject({ address: { city: "港区" } });
  expect(await rows(gone.sub)).toBe(1);
  expect(account.portal.logged.join("")).toContain("customer could not be synced to Stripe");
  account.portal.requests.clear();
  await account.reconcile();
  expect(tellings()).toBe(0);
});

const contactAtStripe = { email: "checkout@example.jp", phone: "06-1111-2222" };
/** Types another billing contact on the last screen before Stripe's page, which stays open. */
async function openPage(owner: Awaited<ReturnType<typeof account.newOwner>>): Promise<string> {
  const query = { billing_email: contactAtStripe.email, billing_phone_number: contactAtStripe.phone };
  return (await account.card(owner, undefined, query)).json.checkout_session_id;
}

test("a contact that is typed for a purchase is the record's at once, and Stripe's after every other change", async () => {
  const owner = await account.newOwner();
  await openPage(owner);
  expect(await account.recordOf(owner)).toMatchObject({
    billingEmail: contactAtStripe.email,
    billingPhoneNumber: contactAtStripe.phone,
  });
  expect(await account.auditOf(owner)).toEqual([["billingEmail", "billingPhoneNumber"]]);
  expect((await account.update(owner, { city: "港区" })).status).toBe(200);
  expect(await account.payerOf(owner)).toMatchObject({ ...contactAtStripe, address: { city: "港区" } });
});

test("two tabs that begin to pay with two contacts at once are both answered, and record and Stripe agree", async () => {
  const owner = await account.newOwner();
  const emails = ["one@example.jp", "two@example.jp"];
  const answers = await Promise.all(
    emails.map((billing_email) => account.card(owner, undefined, { billing_email })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  advance(leaseMs);
  await account.reconcile();
  const { billingEmail } = await account.recordOf(owner);
  expect(emails).toContain(billingEmail);
  expect((await account.payerOf(owner)).email).toBe(billingEmail);
});

test("a customer without a Stripe customer is created by the first checkout", async () => {
  const owner = await account.newOwner();
  expect((await account.update(owner, { city: "港区" })).status).toBe(200);
  expect(tellings()).toBe(0);
  advance(leaseMs);
  await account.reconcile();
  expect(await rows(owner.sub)).toBe(0);
});
