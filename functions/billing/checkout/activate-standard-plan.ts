import { type Profile, profileKey } from "#functions/customer/profile.ts";
import { prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { expireCheckoutSession } from "../stripe/checkout-sessions.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";
import type { Checkout, OpenCheckout } from "./checkout-table.ts";

/**
 * Changes the plan to standard, from trial or after a contract that has ended, and mails the customer. Writes
 * nothing and returns false if the plan or the subscription has changed since the profile was read, or if the
 * account was closed.
 */
export async function activateStandardPlan(
  sub: string,
  profile: Profile,
  checkout: Checkout | undefined,
  subscription: SubscriptionFacts,
): Promise<boolean> {
  const { id: subscriptionId, paidBy: paymentType, daysUntilDue, contract } = subscription;
  const { customerId, version, plan, subscriptionId: former } = profile;
  const action = plan === "trial" ? "upgraded" : "resubscribed";
  const paid = { paymentType, daysUntilDue };
  const mail = prepareMail({ template: action, customer: sub, to: profile.email, ...paid });
  const isWritten = await tryTransactWrite([
    {
      update: profileKey(sub),
      set: { plan: "standard", paymentType, subscriptionId, contract },
      add: { version: 1 },
      condition: `attribute_not_exists(closedAt) AND #plan = :plan AND ${former === undefined ? "attribute_not_exists(subscriptionId)" : "subscriptionId = :former"}`,
      values: { ":plan": plan, ...(former !== undefined && { ":former": former }) },
    },
    {
      update: { pk: `CUSTOMER#${sub}`, sk: "CHECKOUT" },
      set: { state: "fulfilled", mode: paymentType, paidWith: subscriptionId, invoiceFields: null },
    },
    { delete: { pk: "CHECKOUTS", sk: sub } },
    auditRow(sub, { action, customerId, subscriptionId, paymentType }, `PLAN#${version}`),
    ...(Object.values(checkout?.invoiceFields ?? {}).some(Boolean)
      ? [auditRow(sub, { action: "invoice-fields-changed", customerId, subscriptionId })]
      : []),
    mail.row,
  ]);
  if (!isWritten) return false;
  countMetric("Fulfilments");
  log("info", action, { customer: sub, subscription: subscriptionId, paymentType });
  if (isOtherPageOpen(checkout, subscription)) await expireCheckoutSession(checkout.sessionId);
  await mail.send(profile);
  return true;
}

const isOtherPageOpen = (
  checkout: Checkout | undefined,
  { attempt }: SubscriptionFacts,
): checkout is OpenCheckout => checkout?.state === "open" && String(checkout.attempt) !== attempt;
