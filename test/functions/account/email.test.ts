import { describe, expect, test } from "vitest";
import { startAccount } from "../support/account.ts";
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
