/** A customer's requests about a contract, and their results in the profile, at Stripe and in the mailbox. */
import { expect } from "vitest";
import { subscriptionFacts } from "#functions/billing/stripe/subscriptions.ts";
import type { Person } from "../people.ts";
import { upgradedSubject, type WithPurchases } from "./purchases.ts";

const subject = (text: string): string => `【電話連携プラグイン】${text}`;
export const subjects = {
  cancelled: subject("解約のお申し込みを受け付けました"),
  resumed: subject("解約のお申し込みを取り消しました"),
  paymentType: subject("お支払い方法を変更しました"),
  suspended: subject("スタンダードプラン停止のお知らせ"),
};

export function contractActions({ portal, stripe, profileOf, actionsOf, mailsTo }: WithPurchases) {
  /** Somebody who entered the password a moment ago, unless the claims say something else. */
  const changeContract = (by: Person, body: unknown, claims: Record<string, unknown> = {}) =>
    portal.call("post-contract", { by, claims, body });
  return {
    changeContract,
    cancel: (owner: Person, reason?: string) => changeContract(owner, { operation: "cancel", reason }),
    resume: (owner: Person) => changeContract(owner, { operation: "resume" }),
    payBy: (owner: Person, paymentType: string) =>
      changeContract(owner, { operation: "change-payment-type", paymentType }),
    /** The session of the page that the answer leads to. */
    sessionIn: ({ text }: { text: string }): string => /\/c\/pay\/(cs_\w+)/.exec(text)?.[1] ?? "",
    /** Actions of the audit trail and subjects of the mails after the upgrade, oldest first. */
    async toldOf(owner: Person) {
      const mails = mailsTo(owner).map(({ subject: each }) => each);
      return {
        actions: (await actionsOf(owner)).filter((action) => action !== "upgraded"),
        mails: mails.filter((each) => each !== upgradedSubject).reverse(),
      };
    },
    /** The profile says what Stripe says. */
    async expectInSync(owner: Person): Promise<void> {
      const { plan, paymentType, contract, subscriptionId = "" } = await profileOf(owner);
      const facts = subscriptionFacts(await stripe.subscriptions.retrieve(subscriptionId));
      expect({ plan, paymentType, contract }).toEqual({
        plan: facts.status === "canceled" ? "suspended" : "standard",
        paymentType: facts.paidBy,
        contract: facts.contract,
      });
    },
    checksOf: async ({ sub }: Person) =>
      (await portal.partition("STRIPE_TASKS")).filter((row) => row.sub === sub),
  };
}
