/** Customers who close their accounts, and the time that goes by. */
import { handler as account } from "../../../functions/api/account.ts";
import { handler as retention } from "../../../functions/jobs/retention.ts";
import { identifiers } from "../../../scripts/local/identifiers.ts";
import { startAccount } from "./account.ts";
import { accountState } from "./accounts.ts";
import { contextOf, eventOf } from "./events.ts";
import type { Payer } from "./paying.ts";
import { claimsOf } from "./people.ts";
import { advance } from "./portal.ts";

export const dayMs = 24 * 60 * 60_000;

export async function startLeaving() {
  const accounts = await startAccount();
  const { portal, stripe } = accounts;
  return {
    ...accounts,
    /** Confirmed with a password that was entered so many seconds ago. */
    close: (payer: Payer, signedInSecondsAgo = 0) => {
      const auth_time = String(Math.floor(Date.now() / 1000) - signedInSecondsAgo);
      const claims = { ...claimsOf(payer), auth_time };
      return portal.call("account", account, eventOf({ claims, body: { operation: "close" } }));
    },
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
    tableName: identifiers.tableName,
  };
}
export type Leaving = Awaited<ReturnType<typeof startLeaving>>;
