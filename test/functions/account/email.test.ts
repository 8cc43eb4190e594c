import { describe, expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { newPerson } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { counted } from "../support/replies.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const subject = "メールアドレス変更のお知らせ";
const newAddress = () => newPerson().email;

test("an address that the pool verified replaces the old one, and both get one mail", async () => {
  const owner = await world.createCustomer();
  const email = newAddress();
  await world.prove(owner, email);
  expect((await world.update(owner, { email })).status).toBe(200);
  expect(await world.userRecordOf(owner)).toMatchObject({ Email: email, Version: 2 });
  expect(await world.auditOf(owner)).toEqual([["email"]]);
  for (const address of [owner.email, email]) {
    const [mail, ...others] = world.portal.inbox.list(address);
    expect([mail?.subject, others]).toEqual([`【電話連携プラグイン】${subject}`, []]);
    expect(mail?.text).toContain("佐藤 太郎 様");
    // The owner of one of them learns nothing of the other.
    expect(mail?.text).not.toMatch(/@example/);
  }
  const again = await world.expectNothingWritten(() => world.update(owner, { email }));
  expect(again.status).toBe(200);
  expect(JSON.stringify([world.portal.logged, await world.auditOf(owner)])).not.toMatch(/@example/);
});

test("the token's address is old by now and does not count", async () => {
  const owner = await world.createCustomer();
  await world.prove(owner, newAddress());
  await world.expectRefused(() => world.update(owner, { email: owner.email }), "email_not_verified");
});

const other = "keiri@example.com";
test.each([
  ["follows where it went to the old address", (email: string) => email, {}, undefined],
  ["follows where it went to it in other letters", (email: string) => email.toUpperCase(), {}, undefined],
  ["follows where it had no address", () => "", {}, undefined],
  ["stays where it had one of its own", () => other, {}, other],
  ["goes where the same request says", (email: string) => email, { billingEmail: other }, other],
])("the bill %s", async (_, billingEmailFor, request, expected) => {
  const owner = await world.createCustomer();
  const billingEmail = billingEmailFor(owner.email);
  await world.changeProfile(owner, { billingEmail, plan: "standard" });
  const email = newAddress();
  await world.prove(owner, email);
  expect((await world.update(owner, { email, ...request })).status).toBe(200);
  const shown = { Email: email, BillingEmail: expected ?? email };
  expect(await world.userRecordOf(owner)).toMatchObject(shown);
  const isChanged = shown.BillingEmail !== billingEmail;
  expect(await world.auditOf(owner)).toEqual([isChanged ? ["billingEmail", "email"] : ["email"]]);
});

describe("an address whose code was sent, and whose browser does not come back", () => {
  const watched = async (sub: string) => (await world.portal.item("EMAIL_CHANGES", sub)) !== undefined;

  test("a watch ends once no code can be used any more, unless another was sent", async () => {
    const owner = await world.createCustomer();
    await world.storeEmailChange(owner);
    advance(23 * hourMs);
    await world.storeEmailChange(owner);
    advance(2 * hourMs);
    await world.reconcile();
    expect(await watched(owner.sub)).toBe(true);
    advance(23 * hourMs);
    await world.reconcile();
    expect(await watched(owner.sub)).toBe(false);
  });

  test("the watch of an account without a customer, and of a deleted account, ends", async () => {
    const nobody = newPerson();
    await world.storeEmailChange(nobody);
    const newcomer = world.portal.newAccount();
    await world.storeEmailChange(newcomer);
    await world.reconcile();
    expect([await watched(nobody.sub), await watched(newcomer.sub)]).toEqual([true, true]);
    advance(24 * hourMs + 1000);
    await world.reconcile();
    expect([await watched(nobody.sub), await watched(newcomer.sub)]).toEqual([false, false]);
  });

  test.each([
    ["that was prepared, without an alarm", (wanted: string) => wanted, 0],
    ["that was prepared in other letters, without an alarm", (wanted: string) => wanted.toUpperCase(), 0],
    ["that nobody prepared, with an alarm", newAddress, 1],
  ])("is followed if it is one %s", async (_, provenFor, alarms) => {
    const owner = await world.createCustomer();
    const wanted = newAddress();
    await world.storeEmailChange(owner, wanted);
    const proven = provenFor(wanted);
    await world.reconcile();
    await world.prove(owner, proven);
    await world.reconcileLater();
    expect((await world.profileOf(owner)).email).toBe(proven);
    expect(world.subjectsTo(owner.email)).toContain(subject);
    expect(counted(world.portal, "UnpreparedEmails")).toBe(alarms);
  });

  test("an unproven address is not followed", async () => {
    const owner = await world.createCustomer();
    await world.storeEmailChange(owner);
    await world.prove(owner, newPerson().email);
    await world.doubt(owner);
    await world.reconcile();
    expect(await world.profileOf(owner)).toMatchObject({ email: owner.email, version: 1 });
  });
});
