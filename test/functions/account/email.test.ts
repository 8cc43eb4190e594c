import { describe, expect, test } from "vitest";
import { startAccount } from "../support/account.ts";
import type { Payer } from "../support/paying.ts";
import { newPerson } from "../support/people.ts";

const account = await startAccount();

const subject = "メールアドレス変更のお知らせ";
const newAddress = () => newPerson().email;

test("an address that the user pool verified replaces the old one, and both get one mail", async () => {
  const owner = await account.newOwner();
  const email = newAddress();
  await account.prove(owner, email);
  expect((await account.update(owner, { email })).status).toBe(200);
  expect(await account.seen(owner)).toMatchObject({ Email: email, Version: 2 });
  expect(await account.auditOf(owner)).toEqual([["email"]]);
  for (const address of [owner.email, email]) {
    const [mail, ...others] = account.portal.inbox.list(address);
    expect([mail?.subject, others]).toEqual([`【電話連携プラグイン】${subject}`, []]);
    expect(mail?.text).toContain("山田 太郎 様");
    // The owner of one of them learns nothing of the other.
    expect(mail?.text).not.toMatch(/@example/);
  }
  const again = await account.expectNothingWritten(() => account.update(owner, { email }));
  expect(again.status).toBe(200);
  expect(JSON.stringify([account.portal.logged, await account.auditOf(owner)])).not.toMatch(/@example/);
});

test("the token's address is old by now and does not count", async () => {
  const owner = await account.newOwner();
  await account.prove(owner, newAddress());
  const { status, json } = await account.expectNothingWritten(() =>
    account.update(owner, { email: owner.email }),
  );
  expect([status, json.error.code]).toEqual([403, "email_not_verified"]);
});

test("letters in another case are the pool's address, in the pool's spelling", async () => {
  const owner = await account.newOwner();
  const email = newAddress();
  await account.prove(owner, email);
  expect((await account.update(owner, { email: email.toUpperCase() })).status).toBe(200);
  expect(await account.seen(owner)).toMatchObject({ Email: email });
});

async function doubted(owner: Payer, email: string): Promise<void> {
  await account.prove(owner, email);
  await account.doubt(owner);
}
test.each([
  ["that the pool does not have", (owner: Payer) => account.prove(owner, newAddress())],
  ["that is not proven there", doubted],
])("an address %s is refused, with whatever else is asked", async (_, prepare) => {
  const owner = await account.newOwner();
  const email = newAddress();
  await prepare(owner, email);
  const { status, json } = await account.expectNothingWritten(() =>
    account.update(owner, { email, city: "港区" }),
  );
  expect([status, json.error.code]).toEqual([403, "email_not_verified"]);
});

test("an account with the login ID of a deleted one is another customer", async () => {
  const owner = await account.newOwner();
  const email = newAddress();
  await account.prove(owner, email);
  const other = { ...owner, sub: (await account.newOwner()).sub };
  expect((await account.update(other, { email })).status).toBe(401);
});

test("a pool that does not answer changes nothing", async () => {
  const owner = await account.newOwner();
  account.portal.faults.add({ service: "cognito", status: 500, times: 3 });
  const { status } = await account.expectNothingWritten(() => account.update(owner, { email: newAddress() }));
  expect(status).toBe(503);
});

test("a double click is one change and one mail to each", async () => {
  const owner = await account.newOwner();
  const email = newAddress();
  await account.prove(owner, email);
  const clicks = Array.from({ length: 6 }, () => account.update(owner, { email }));
  expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect([...account.subjectsTo(owner.email), ...account.subjectsTo(email)]).toEqual([subject, subject]);
});

describe("the bill", () => {
  test.each([
    ["follows where it went to the old address", (email: string) => email, true],
    ["follows where it went to that address in other letters", (email: string) => email.toUpperCase(), true],
    ["follows where it had no address", () => "", true],
    ["stays where it had one of its own", () => "keiri@example.com", false],
  ])("%s", async (_, billingEmailFor, follows) => {
    const owner = await account.newOwner();
    const billingEmail = billingEmailFor(owner.email);
    await account.change(owner, { billingEmail, plan: "standard" });
    const email = newAddress();
    await account.prove(owner, email);
    expect((await account.update(owner, { email })).status).toBe(200);
    expect(await account.seen(owner)).toMatchObject({ BillingEmail: follows ? email : billingEmail });
    expect(await account.auditOf(owner)).toEqual([follows ? ["billingEmail", "email"] : ["email"]]);
  });

  test("goes where the same request says", async () => {
    const owner = await account.newStandardOwner();
    await account.change(owner, { billingEmail: owner.email });
    const email = newAddress();
    await account.prove(owner, email);
    expect((await account.update(owner, { email, billingEmail: "keiri@example.jp" })).status).toBe(200);
    expect(await account.seen(owner)).toMatchObject({ Email: email, BillingEmail: "keiri@example.jp" });
  });
});
