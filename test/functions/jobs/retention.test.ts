/** Accounts that were closed are erased after 30 days, unless an operator restored them. */

import { describe, expect, test } from "vitest";
import {
  allowDeletions,
  type DeletionKind,
  readHeldDeletion,
} from "#functions/account/erasure/held-deletions-table.ts";
import { countCodeMail } from "#functions/mail/mail-limits.ts";
import * as awsClients from "#functions/platform/aws-clients.ts";
import { updateItem } from "#functions/platform/table.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { accountState, deleteAccount, seedUnconfirmed } from "#test/functions/support/accounts.ts";
import { onCommand } from "#test/functions/support/on-command.ts";
import { newPerson } from "#test/functions/support/people.ts";
import { advance, beginDay } from "../support/portal.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal, closeAccount: close, stateOf } = world;

/** As an operator does: npm run admin -- allow-deletions. */
async function allow(kind: DeletionKind): Promise<void> {
  portal.become("operator");
  const held = await readHeldDeletion(kind);
  if (held) await updateItem(allowDeletions(kind, held));
}

async function newClosed() {
  const [payer] = await world.createPayer("card");
  await world.recordSignIn(payer);
  await close(payer);
  await world.reconcileLater();
  return payer;
}

test("an account is erased after 30 days with a mail; others and the audit trail stay", async () => {
  const other = await world.createCustomer();
  const payer = await newClosed();
  advance(29.9 * dayMs);
  expect(await world.runRetention()).toMatchObject({ erased: 0 });
  expect(await stateOf(payer)).toMatchObject({ account: "disabled", closure: "closed" });
  advance(0.2 * dayMs);
  expect(await world.runRetention()).toMatchObject({ erased: 1 });
  await world.reconcile();
  await world.expectErased(payer);
  expect(await stateOf(other)).toMatchObject({ account: "enabled", isClosed: false });
  const mail = portal.inbox.list(payer.email)[0];
  for (const name of ["佐藤", payer.loginId]) expect(mail?.text).not.toContain(name);
  expect(await world.runRetention()).toMatchObject({ erased: 0 });
});

describe("the customer at Stripe, with name, address and phone", () => {
  const customersOf = async ({ sub }: { sub: string }) => {
    const { data } = await world.stripe.customers.list({ limit: 100 });
    return data.filter(({ metadata }) => metadata.sub === sub).length;
  };

  test("is deleted with somebody who never paid", async () => {
    const payer = await world.createCustomer();
    await world.card(payer);
    expect(await customersOf(payer)).toBe(1);
    await close(payer);
    // The first run may settle the checkout while it completes the closing: then the next one does.
    await world.reconcileLater();
    await world.reconcileLater();
    advance(31 * dayMs);
    await world.runRetention();
    await world.reconcile();
    expect(await customersOf(payer)).toBe(0);
    await world.expectErased(payer);
  });

  test("stays with its invoices, without contact, recipients and cards, by a second run", async () => {
    const [payer, subscription] = await world.createPayer("card");
    const customer = await world.stripeIdOf(payer);
    const invoice_settings = { custom_fields: [{ name: "部署名", value: "総務部" }] };
    const metadata = { ccAddresses: "soumu@example.com" };
    await world.stripe.customers.update(customer, { invoice_settings, metadata });
    world.emulator.simulate.renewed(subscription);
    await world.recordSignIn(payer);
    await close(payer);
    await world.reconcileLater();
    advance(31 * dayMs);
    world.failStripe({ operation: "POST /v1/payment_methods/{id}/detach", status: 500, times: 2 });
    await world.runRetention().catch(() => undefined);
    portal.faults.clear();
    advance(hourMs);
    await world.runRetention();
    expect(await world.profileOf(payer)).toBeUndefined();
    // The second run does not know any more who that was at Stripe.
    await world.reconcile();
    const stripeCustomer = await world.stripe.customers.retrieve(customer);
    expect(stripeCustomer).toMatchObject({
      name: "株式会社テスト商事",
      email: null,
      phone: null,
      metadata: { sub: payer.sub, customerId: payer.customerId },
      invoice_settings: { custom_fields: null, default_payment_method: null },
    });
    expect(stripeCustomer).not.toHaveProperty("metadata.ccAddresses");
    const cards = await world.stripe.customers.listPaymentMethods(customer, { type: "card" });
    expect(cards.data).toEqual([]);
    const { data } = await world.stripe.invoices.list({ customer });
    expect(data.map(({ custom_fields }) => custom_fields?.[0]?.value)).toEqual(["総務部", undefined]);
  });
});

test("an account that waits for the reconciler is not erased", async () => {
  const [payer] = await world.createPayer("card");
  portal.faults.add({ service: "cognito", operation: "AdminDisableUser", status: 500, times: 3 });
  await close(payer);
  advance(31 * dayMs);
  expect(await world.runRetention()).toMatchObject({ erased: 0 });
  expect(await stateOf(payer)).toMatchObject({ closure: "closing" });
});

test("two runs at once erase once; with Stripe down later", async () => {
  const payer = await newClosed();
  advance(31 * dayMs);
  world.failStripe({ status: 500, times: 99 });
  await expect(world.runRetention()).rejects.toThrow("could not be erased");
  portal.faults.clear();
  expect(await stateOf(payer)).toMatchObject({ account: "disabled", isClosed: true });
  advance(60 * 60_000);
  await Promise.all([world.runRetention(), world.runRetention()]);
  await world.reconcile();
  await world.expectErased(payer);
});

test("a new account under the same login ID is another one's", async () => {
  const payer = await newClosed();
  advance(31 * dayMs);
  await deleteAccount(portal, payer);
  const heir = { ...payer, sub: "0b6c2f5e-1c7e-4a39-9d52-7f6f0b1f2a33", email: "heir@example.com" };
  portal.seedAccount(heir);
  await world.runRetention();
  expect(await world.profileOf(payer)).toBeUndefined();
  expect(await portal.item("CLOSURES", payer.sub)).toBeUndefined();
  expect(await accountState(portal, heir)).toBe("enabled");
});

describe("an account that was not confirmed", () => {
  const { signUpSomebody: newAccount, confirmSignUp: confirm, statusInPool: statusOf } = world;

  test("is deleted after a day, and its login ID is free; a confirmed one stays", async () => {
    const [forgotten, confirmed] = [await newAccount(), await newAccount()];
    await confirm(confirmed);
    advance(23 * hourMs);
    const recent = await newAccount();
    await world.runRetention();
    expect(await statusOf(forgotten)).toBe("UNCONFIRMED");
    advance(1.1 * hourMs);
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 1 });
    const after = await Promise.all([forgotten, recent, confirmed].map(statusOf));
    expect(after).toEqual(["gone", "UNCONFIRMED", "CONFIRMED"]);
    await world.signUp(forgotten);
    await confirm(forgotten);
    advance(2 * dayMs);
    await world.runRetention();
    expect(await Promise.all([forgotten, recent].map(statusOf))).toEqual(["CONFIRMED", "gone"]);
  });

  test("is one of several pages", async () => {
    for (let count = 0; count < 65; count += 1) seedUnconfirmed(portal, newPerson());
    advance(dayMs);
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 0 });
    await allow("unconfirmed");
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 65 });
    expect(portal.cognito.users().filter(({ status }) => status === "UNCONFIRMED")).toEqual([]);
  });

  /** The user pool of this portal has no triggers. */
  async function sendCodeAgain({ sub }: { sub: string }): Promise<void> {
    portal.become("custom-message");
    await countCodeMail("signUpAgain", sub);
    portal.become("retention");
  }

  test("is kept for a day after its last code", async () => {
    beginDay();
    const person = newPerson();
    seedUnconfirmed(portal, person);
    advance(23 * hourMs);
    await sendCodeAgain(person);
    for (const hours of [2, 21.9]) {
      advance(hours * hourMs);
      expect(await world.runRetention()).toMatchObject({ unconfirmed: 0 });
      expect(await statusOf(person)).toBe("UNCONFIRMED");
    }
    advance(1.1 * hourMs);
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 1 });
    expect(await statusOf(person)).toBe("gone");
  });

  test("is not due, and holds no other, while its last code is valid", async () => {
    const people = Array.from({ length: 25 }, () => newPerson());
    for (const person of people) seedUnconfirmed(portal, person);
    advance(dayMs);
    for (const person of people.slice(1)) await sendCodeAgain(person);
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 1 });
    advance(dayMs);
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 0 });
    await allow("unconfirmed");
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 24 });
  });

  test("stays when a code is sent after those that are due were counted", async () => {
    const late = newPerson();
    seedUnconfirmed(portal, late);
    advance(dayMs);
    await sendCodeAgain(late);
    const counter = (await portal.everything()).find(({ pk }) => pk === `RATE#MAIL#WEEK#SIGN_UP#${late.sub}`);
    advance(dayMs);
    // Those that are due were counted.
    onCommand(awsClients.dynamodb(), "after", '"unconfirmed"', () =>
      portal.put({ ...counter, lastAt: Date.now() }),
    );
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 0 });
    expect(await statusOf(late)).toBe("UNCONFIRMED");
    await deleteAccount(portal, late);
  });

  test("stays when it is confirmed after the list was read", async () => {
    const late = await newAccount();
    advance(dayMs);
    portal.become("retention");
    // The first code is over by now.
    onCommand(awsClients.cognito(), "after", "ListUsers", async () => {
      await world.resendCode(late);
      await confirm(late);
    });
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 0 });
    expect(await statusOf(late)).toBe("CONFIRMED");
  });

  test("fails the run if it cannot be deleted, and delays no other", async () => {
    const people = [await newAccount(), await newAccount()];
    advance(dayMs);
    portal.become("retention");
    const failing = () => Promise.reject(new Error("lost"));
    onCommand(awsClients.cognito(), "before", "AdminDeleteUserCommand", failing);
    await expect(world.runRetention()).rejects.toThrow("could not be erased: 1");
    expect((await Promise.all(people.map(statusOf))).sort()).toEqual(["UNCONFIRMED", "gone"]);
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 1 });
  });
});
