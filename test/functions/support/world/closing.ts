/** Customers who close their accounts, and the time that goes by. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { recordSignIn } from "#functions/sign-in-methods/record-sign-in.ts";
import { accountState } from "../accounts.ts";
import type { Person } from "../people.ts";
import type { Owner } from "./customers.ts";
import type { WithPurchases } from "./purchases.ts";

export const closingActions = ({
  portal,
  stripe,
  profileOf,
  rowsOf,
  subjectsTo,
  subscriptionsOf,
}: WithPurchases) => ({
  /** A row that only the customer's activity has. */
  async recordSignIn({ sub, loginId, email }: Person): Promise<void> {
    portal.become("post-authentication");
    const browser = { browser: "Chrome（Windows）", browserId: randomUUID(), isKnownDevice: false };
    await recordSignIn({ sub, loginId, email, kind: "signed-in", ...browser });
  },
  /** `plan`: on the screen. */
  closeAccount: (owner: Person, { plan }: { plan?: string } = {}) =>
    portal.call("account", { by: owner, body: { operation: "close", plan } }),
  /** Expects that only the audit trail is left, without names, and that the mail about it was sent once. */
  async expectErased(owner: Owner): Promise<void> {
    const { sub, loginId, email, phoneNumber, customerId } = owner;
    const left = (await portal.everything()).filter((row) => JSON.stringify(row).includes(sub));
    const isKept = ({ pk, sk, kind }: Record<string, unknown>): boolean =>
      String(sk).startsWith("AUDIT#") || pk === `ERASED#${sub}` || kind === "erased-customer";
    expect(left.filter((row) => !isKept(row))).toEqual([]);
    const all = JSON.stringify(await portal.everything());
    for (const each of [loginId, email, phoneNumber, `CUSTOMER_ID#${customerId}`])
      expect(all).not.toContain(each);
    const actions = left.flatMap(({ action }) => action ?? []);
    expect(actions).toContain("closed");
    expect(actions.filter((action) => action === "erased")).toHaveLength(1);
    expect(await accountState(portal, owner)).toBe("gone");
    expect(subjectsTo(email).filter((subject) => subject === "データ消去のお知らせ")).toHaveLength(1);
  },
  /** Everything that a closing changes. */
  async stateOf(owner: Person) {
    const profile = await profileOf(owner);
    const closure = await portal.item("CLOSURES", owner.sub);
    return {
      account: await accountState(portal, owner),
      isClosed: profile?.closedAt !== undefined,
      plan: profile?.plan,
      closure: closure?.state,
      audits: (await rowsOf(owner)).filter(({ action }) => action === "closed").length,
      subscriptions: (await subscriptionsOf(owner)).map(({ status }) => status),
      mails: subjectsTo(owner.email).filter((subject) => !subject.includes("アップグレード")),
    };
  },
  openPages: async (owner: Person) => {
    const { stripeCustomerId = "" } = await profileOf(owner);
    const { data } = await stripe.checkout.sessions.list({ customer: stripeCustomerId, status: "open" });
    return data.length;
  },
});
