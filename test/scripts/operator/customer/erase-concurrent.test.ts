/** A command that dies after any of its effects, and customers who do something meanwhile. */
import { beforeEach, expect, test } from "vitest";
import { claimCheckout } from "#functions/billing/checkout/checkout-table.ts";
import { storeStripeCustomerId } from "#functions/billing/customer/find-customer.ts";
import { getItem, transactWrite } from "#functions/platform/table.ts";
import { accountState } from "#test/functions/support/accounts.ts";
import { newPerson, signupOf } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { aboutCustomers, rowAbout } from "#test/functions/support/rows-about.ts";
import { check, codeOf, send } from "#test/functions/support/verified-phone.ts";
import { createErasables } from "#test/scripts/support/erasable.ts";
import { life, makeConnectionsMortal } from "#test/scripts/support/fault-injection.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
makeConnectionsMortal(desk.portal);
const of = createErasables(desk);
beforeEach(() => {
  life.meanwhile.clear();
});

test("a payment begun during the erasure ends it, and the next one leaves nothing", async () => {
  const owner = await desk.signedUp();
  const wish = {
    mode: "card",
    price: { id: "price_1", amountYen: 11_000 },
    successPath: "/upgrade",
    cancelPath: "/upgrade",
  } as const;
  const begin = () => claimCheckout(owner.sub, undefined, wish);
  let begun: Awaited<ReturnType<typeof begin>>;
  life.meanwhile.set("DeleteItemCommand", async () => {
    life.meanwhile.clear();
    begun = await begin();
  });
  await expect(of.erase(owner)).rejects.toThrow("The customer changed in the meantime");
  expect(begun).toBeDefined();
  expect(await desk.profileOf(owner)).toBeDefined();
  expect(await accountState(desk.portal, owner)).toBe("enabled");
  advance(5 * 60_000);
  await desk.reconcile();
  await of.erase(owner);
  await of.expectErased(owner);
  // A request that began before comes too late.
  desk.portal.become("operator");
  expect(await begin()).toBeUndefined();
  expect(await storeStripeCustomerId(owner.sub, "cus_late")).toBeUndefined();
  await of.expectErased(owner);
});

/** A pointer comes with the profile, which the erasure checks; a number's row is told apart by its number, and expires in minutes. */
const apart = ["CUSTOMER_ID", "STRIPE_CUSTOMER", "PHONE"];
const inItsMiddle = aboutCustomers.filter((name) => !apart.includes(name));

test.each(inItsMiddle)(
  "a row of %s that is added in the middle of the erasure goes with it",
  async (name) => {
    const owner = await of.newCustomer();
    const row = rowAbout(name, owner.sub);
    life.before.set("TransactWriteItemsCommand", () => transactWrite([{ put: row }]));
    await of.erase(owner);
    desk.portal.become("operator");
    expect(await getItem(row)).toBeUndefined();
  },
);

test.each(["before the erasure", "in the middle of it"])(
  "a code sent to somebody else with the number %s is still taken, for a sign-up",
  async (when) => {
    const owner = await of.newCustomer();
    advance(61_000);
    const stranger = { ...newPerson(), phoneNumber: owner.phoneNumber };
    let requestId = "";
    const request = async () => {
      requestId = String((await send(desk.portal, stranger)).json.request_id);
    };
    if (when === "before the erasure") await request();
    else life.before.set("TransactWriteItemsCommand", request);
    await of.erase(owner);
    const code = codeOf(desk.portal, stranger);
    expect((await check(desk.portal, requestId, code)).status).toBe(200);
    const { sub, loginId: userName, email } = stranger;
    desk.portal.cognito.seedUser({ userName, password: "Correct-Horse-1", email, sub });
    expect(
      (await desk.portal.call("post-user", { by: stranger, body: signupOf(stranger, requestId) })).status,
    ).toBe(200);
  },
);

test("a new licence key and its mail agree wherever the command died", async () => {
  let effects = 1;
  for (let isFinished = false; !isFinished; effects += 1) {
    const owner = await desk.signedUp();
    const rotate = () => desk.run("rotate-licence-key", owner.loginId, "--reason", "紛失");
    life.callsLeft = effects;
    isFinished = await rotate().then(
      () => true,
      () => false,
    );
    life.callsLeft = Number.POSITIVE_INFINITY;
    await rotate();
    await desk.reconcile();
    expect(desk.mailedKeys(owner).slice(1)).toEqual([await desk.keyOf(owner)]);
  }
});
