/** A customer's requests about a contract, and their results in the record, at Stripe and in the mailbox. */
import { expect } from "vitest";
import { subscriptionFacts } from "#functions/billing/stripe/subscriptions.ts";
import { type Payer, startPaying, upgradedSubject } from "./paying.ts";

const subject = (text: string): string => `【電話連携プラグイン】${text}`;
export const subjects = {
  cancelled: subject("解約のお申し込みを受け付けました"),
  resumed: subject("解約のお申し込みを取り消しました"),
  paymentType: subject("お支払い方法を変更しました"),
  suspended: subject("スタンダードプラン停止のお知らせ"),
};

export async function startContracts() {
  const paying = await startPaying();
  const contracts = {
    ...paying,
    /** Somebody who entered the password a moment ago, unless the claims say something else. */
    post: (payer: Payer, body: unknown, claims: Record<string, unknown> = {}) =>
      paying.portal.call("post-contract", {
        by: payer,
        claims,
        body,
      }),
    cancel: (payer: Payer, reason?: string) => contracts.post(payer, { operation: "cancel", reason }),
    resume: (payer: Payer) => contracts.post(payer, { operation: "resume" }),
    payBy: (payer: Payer, paymentType: string) =>
      contracts.post(payer, { operation: "change-payment-type", paymentType }),
    /** The session of the page that the answer leads to. */
    sessionIn: ({ text }: { text: string }): string => /\/c\/pay\/(cs_\w+)/.exec(text)?.[1] ?? "",
    /** Actions of the audit trail and subjects of the mails after the upgrade, oldest first. */
    async toldOf(payer: Payer) {
      const rows = (await paying.portal.partition(`CUSTOMER#${payer.sub}`)).filter(
        ({ sk, action }) => String(sk).startsWith("AUDIT#") && action !== "upgraded",
      );
      const at = (row: Record<string, unknown>) => String(row.at);
      const mails = paying.portal.inbox.list(payer.email).map(({ subject: each }) => each);
      return {
        actions: rows.toSorted((a, b) => at(a).localeCompare(at(b))).map(({ action }) => action),
        mails: mails.filter((each) => each !== upgradedSubject).reverse(),
      };
    },
    /** The record says what Stripe says. */
    async expectInSync(payer: Payer): Promise<void> {
      const { plan, paymentType, contract, subscriptionId = "" } = await paying.recordOf(payer);
      const facts = subscriptionFacts(await paying.stripe.subscriptions.retrieve(subscriptionId));
      expect({ plan, paymentType, contract }).toEqual({
        plan: facts.status === "canceled" ? "suspended" : "standard",
        paymentType: facts.paidBy,
        contract: facts.contract,
      });
    },
    checks: async (payer: Payer) =>
      (await paying.portal.partition("STRIPE_CHECKS")).filter(({ sub }) => sub === payer.sub),
  };
  return contracts;
}
