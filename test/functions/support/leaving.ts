/** Customers who close their accounts, and the time that goes by. */

import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { handler as retention } from "#functions/jobs/retention.ts";
import { recordSignIn } from "#functions/sign-in-methods/record-sign-in.ts";
import { dayMs } from "#shared/durations.ts";
import { startAccount } from "./account.ts";
import { accountState, deleteAccount } from "./accounts.ts";
import { contextOf } from "./events.ts";
import type { Payer } from "./paying.ts";
import { advance } from "./portal.ts";

export async function startLeaving() {
  const accounts = await startAccount();
  const { portal, stripe } = accounts;
  return {
    ...accounts,
    dayMs,
    accountState: (payer: Payer) => accountState(portal, payer),
    deleteAccount: (payer: Payer) => deleteAccount(portal, payer),
    /** A row that only the customer's activity has. */
    async signIn({ sub, loginId, email }: Payer): Promise<void> {
      portal.become("post-authentication");
      const browser = { browser: "Chrome（Windows）", browserId: randomUUID(), isKnownDevice: false };
      await recordSignIn({ sub, loginId, email, kind: "signed-in", ...browser });
    },
    /** Expects that only the audit trail is left, without names, and that the mail about it was sent once. */
    async expectErased(payer: Payer, what: string): Promise<void> {
      const { sub, loginId, email, phoneNumber, customerId } = payer;
      const left = (await portal.everything()).filter((row) => JSON.stringify(row).includes(sub));
      const isKept = ({ pk, sk, kind }: Record<string, unknown>): boolean =>
        String(sk).startsWith("AUDIT#") || pk === `ERASED#${sub}` || kind === "erased-customer";
      expect(
        left.filter((row) => !isKept(row)),
        what,
      ).toEqual([]);
      const all = JSON.stringify(await portal.everything());
      for (const each of [loginId, email, phoneNumber, `CUSTOMER_ID#${customerId}`])
        expect(all, what).not.toContain(each);
      expect(
        left.map(({ action }) => action),
        what,
      ).toEqual(expect.arrayContaining(["closed", "erased"]));
      expect(
        left.filter(({ action }) => action === "erased"),
        what,
      ).toHaveLength(1);
      expect(await accountState(portal, payer), what).toBe("gone");
      const erasureMails = accounts.subjectsTo(email).filter((subject) => subject === "データ消去のお知らせ");
      expect(erasureMails, what).toHaveLength(1);
    },
    /** `plan`: on the screen. */
    close: (payer: Payer, { plan }: { plan?: string } = {}) =>
      portal.call("account", { by: payer, body: { operation: "close", plan } }),
    /** The hourly run. */
    runRetention() {
      portal.become("retention");
      return retention(undefined as never, contextOf("retention"));
    },
    /** The reconciler's next run after the lease of the request ended. */
    async reconcileLater(): Promise<void> {
      advance(121_000);
      await accounts.reconcile();
    },
    /** Everything that a closing changes. */
    async stateOf(payer: Payer) {
      const record = await accounts.recordOf(payer);
      const items = await portal.partition(`CUSTOMER#${payer.sub}`);
      const closure = await portal.item("CLOSURES", payer.sub);
      return {
        account: await accountState(portal, payer),
        isClosed: record?.closedAt !== undefined,
        plan: record?.plan,
        closure: closure?.state,
        audits: items.filter(({ action }) => action === "closed").length,
        subscriptions: (await accounts.subscriptionsOf(payer)).map(({ status }) => status),
        mails: accounts.subjectsTo(payer.email).filter((subject) => !subject.includes("アップグレード")),
      };
    },
    openPages: async (payer: Payer) => {
      const { stripeCustomerId = "" } = await accounts.recordOf(payer);
      const { data } = await stripe.checkout.sessions.list({ customer: stripeCustomerId, status: "open" });
      return data.length;
    },
  };
}
