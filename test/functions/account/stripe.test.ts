import { beforeEach, expect, test } from "vitest";
import { newPerson } from "../support/people.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
beforeEach(world.portal.requests.clear);

const tellings = () =>
  world.portal.requests
    .list("stripe")
    .filter(({ method, path }) => method === "POST" && path.startsWith("/v1/customers/")).length;
const rows = async (sub: string) =>
  (await world.portal.partition("CUSTOMER_SYNC")).filter(({ sk }) => sk === sub).length;

test("a change is synced to Stripe at once, again by the reconciler, and then no more", async () => {
  const owner = await world.createStandardCustomer();
  const fields = {
    corporateName: "株式会社新社名",
    postalCode: "530-0001",
    prefecture: 27,
    city: "大阪市北区",
    streetAddress: "梅田1-1",
    billingPhoneNumber: "06-9999-0000",
    billingEmail: "seikyu@example.jp",
  };
  expect((await world.update(owner, fields)).status).toBe(200);
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
  expect(await world.payerOf(owner)).toMatchObject(expected);
  // Somebody who was slower told Stripe of an older profile.
  const { id } = await world.payerOf(owner);
  await world.stripe.customers.update(id, { name: "古い社名" });
  await world.reconcile();
  expect(await world.payerOf(owner)).toMatchObject({ name: "古い社名" });
  await world.reconcileLater();
  expect(await world.payerOf(owner)).toMatchObject(expected);
  expect(await rows(owner.sub)).toBe(0);
  world.portal.requests.clear();
  await world.reconcileLater();
  expect(tellings()).toBe(0);
});

test("the billing contact's address is Stripe's, and the account's where there is none", async () => {
  const owner = await world.createStandardCustomer({ billingEmail: "" });
  expect((await world.update(owner, { city: "港区" })).status).toBe(200);
  expect(await world.payerOf(owner)).toMatchObject({ email: owner.email });
  const email = newPerson().email;
  await world.prove(owner, email);
  await world.update(owner, { email });
  expect(await world.payerOf(owner)).toMatchObject({ email });
  await world.update(owner, { billingEmail: "keiri@example.jp" });
  const another = newPerson().email;
  await world.prove(owner, another);
  await world.update(owner, { email: another });
  expect(await world.payerOf(owner)).toMatchObject({ email: "keiri@example.jp" });
});

test("fields that Stripe does not need are not synced", async () => {
  const owner = await world.createStandardCustomer();
  const credentials = { apiKey: "z9y8x7w6", apiSecret: "Another1secret" };
  const fields = { department: "総務部", billingChargeName: "三郎", ...credentials };
  expect((await world.update(owner, fields)).status).toBe(200);
  expect([tellings(), await rows(owner.sub)]).toEqual([0, 0]);
});

const refusal = { service: "stripe", operation: "POST /v1/customers/{id}", status: 400, times: 9 } as const;
test.each([
  ["of a customer who was deleted at Stripe", (id: string) => world.stripe.customers.del(id), ""],
  [
    "that Stripe refuses for good",
    async () => world.portal.faults.add(refusal),
    "Stripe refused the profile",
  ],
])("a change %s is not retried, and raises no alarm", async (_, prepare, logged) => {
  const owner = await world.createStandardCustomer();
  await prepare((await world.payerOf(owner)).id);
  expect((await world.update(owner, { city: "港区" })).status).toBe(200);
  await world.reconcileLater();
  expect(await rows(owner.sub)).toBe(0);
  expect(world.portal.logged.join("")).not.toContain('"TasksFailed":1');
  expect(world.portal.logged.join("")).toContain(logged);
});

test("a customer unknown to our key is tried less and less, and delays no others", async () => {
  const [gone, other] = [await world.createStandardCustomer(), await world.createStandardCustomer()];
  await world.changeProfile(gone, { stripeCustomerId: "cus_gone" });
  for (const owner of [gone, other]) {
    world.portal.faults.add({ service: "stripe", status: 500 });
    await world.update(owner, { city: "港区" });
  }
  await world.reconcileLater();
  expect(await world.payerOf(other)).toMatchObject({ address: { city: "港区" } });
  expect(await rows(gone.sub)).toBe(1);
  expect(world.portal.logged.join("")).toContain("customer could not be synced to Stripe");
  world.portal.requests.clear();
  await world.reconcile();
  expect(tellings()).toBe(0);
});

const contactAtStripe = { email: "checkout@example.jp", phone: "06-1111-2222" };
/** Types another billing contact on the last screen before Stripe's page, which stays open. */
async function openPage(owner: Awaited<ReturnType<typeof world.createCustomer>>): Promise<string> {
  const query = { billing_email: contactAtStripe.email, billing_phone_number: contactAtStripe.phone };
  return (await world.card(owner, undefined, query)).json.checkout_session_id;
}

test("a contact that is typed for a purchase is the profile's, and stays Stripe's", async () => {
  const owner = await world.createCustomer();
  await openPage(owner);
  expect(await world.profileOf(owner)).toMatchObject({
    billingEmail: contactAtStripe.email,
    billingPhoneNumber: contactAtStripe.phone,
  });
  expect(await world.auditOf(owner)).toEqual([["billingEmail", "billingPhoneNumber"]]);
  expect((await world.update(owner, { city: "港区" })).status).toBe(200);
  expect(await world.payerOf(owner)).toMatchObject({ ...contactAtStripe, address: { city: "港区" } });
});

test("two tabs that pay with two contacts leave profile and Stripe in agreement", async () => {
  const owner = await world.createCustomer();
  const emails = ["one@example.jp", "two@example.jp"];
  const answers = await Promise.all(
    emails.map((billing_email) => world.card(owner, undefined, { billing_email })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await world.reconcileLater();
  const { billingEmail } = await world.profileOf(owner);
  expect(emails).toContain(billingEmail);
  expect((await world.payerOf(owner)).email).toBe(billingEmail);
});

test("a customer without a Stripe customer is created by the first checkout", async () => {
  const owner = await world.createCustomer();
  expect((await world.update(owner, { city: "港区" })).status).toBe(200);
  expect(tellings()).toBe(0);
  await world.reconcileLater();
  expect(await rows(owner.sub)).toBe(0);
});
