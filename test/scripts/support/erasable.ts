/** A customer of whom something lies in every partition, and what must be left of one who is erased. */
import { expect } from "vitest";
import { toInternationalNumber } from "#shared/normalize.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import type { Desk } from "./operator.ts";

export function createErasables(desk: Desk) {
  /** Something in every partition that speaks of customers. */
  async function newCustomer(): Promise<Owner> {
    const owner = await desk.signedUp({ corporateName: "株式会社カナリア", city: "カナリア区" });
    await desk.changeProfile(owner, {
      billingChargeName: "経理",
      billingPhoneNumber: "03-1111-2222",
      billingEmail: "keiri@canary.example",
      hasApiSecret: true,
      hasPrivateKey: true,
    });
    expect((await desk.card(owner)).status).toBe(200);
    await desk.update(owner, { streetAddress: "カナリア1-1", basicPassword: "Canary-Basic-1" });
    await desk.storeEmailChange(owner);
    await desk.run("resend-licence-key", owner.loginId);
    await desk.portal.call("voice-provider-check", { by: owner, body: { api_key: "a1b2c3d4" } });
    return owner;
  }

  const personalOf = ({ loginId, email, phoneNumber }: Owner) => [
    loginId,
    email,
    phoneNumber,
    toInternationalNumber(phoneNumber),
    "カナリア",
    "keiri@canary.example",
  ];

  /** Of that customer and nobody else. */
  async function rowsOf({ sub, ...payer }: Owner): Promise<Record<string, unknown>[]> {
    const named = [sub, payer.customerId, ...personalOf({ sub, ...payer }).slice(0, 4)];
    return (await desk.portal.everything()).filter((row) =>
      named.some((each) => JSON.stringify(row).includes(each)),
    );
  }

  async function expectErased(owner: Owner): Promise<void> {
    // The last mail is still to be sent, and the last look at Stripe to be taken.
    advance(11 * 60_000);
    await desk.reconcile();
    const mails = desk.subjectsTo(owner.email).filter((subject) => subject === "データ消去のお知らせ");
    expect(mails).toHaveLength(1);
    const left = await rowsOf(owner);
    const isKept = ({ pk, sk }: Record<string, unknown>) =>
      String(sk).startsWith("AUDIT#") || pk === `ERASED#${owner.sub}`;
    expect(left.filter((row) => !isKept(row))).toEqual([]);
    for (const personal of personalOf(owner)) expect(JSON.stringify(left)).not.toContain(personal);
    expect(desk.provenOf(owner)).toBeUndefined();
    expect(left.map(({ action }) => action)).toEqual(expect.arrayContaining(["signup", "erased"]));
  }

  return {
    newCustomer,
    rowsOf,
    expectErased,
    erase: ({ loginId }: Owner) => desk.run("erase", loginId, "--reason", "削除のご請求"),
  };
}
