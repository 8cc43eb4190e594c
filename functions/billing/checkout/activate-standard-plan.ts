import type { Profile } from "#functions/customer/profile.ts";
import { profileKey } from "#functions/customer/profile.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { deliverCustomerMail } from "#functions/mail/texts/customer-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { writeIf } from "#functions/platform/table.ts";
import { log } from "#functions/runtime/log.ts";
import { count } from "#functions/runtime/metrics.ts";
import { expireSession } from "../stripe/sessions.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";
import type { Checkout } from "./checkout-table.ts";

interface PaidCheckout {
  sub: string;
  /** As they were read. */
  profile: Profile;
  checkout: Checkout | undefined;
  subscription: SubscriptionFacts;
}

/**
 * Changes the plan to standard, from trial or after a contract that has ended, and mails the customer. False if the plan is
 * another one than was read, or the account was closed: nothing was written then.
 */
export async function activateStandardPlan(paid: PaidCheckout): Promise<boolean> {
  const { sub, profile, checkout, subscription } = paid;
  const { id: subscriptionId, paidBy: paymentType, contract } = subscription;
  const { customerId, version, plan, subscriptionId: former } = profile;
  const action = plan === "trial" ? "upgraded" : "resubscribed";
  const content = { template: action, customer: sub, to: profile.email, paymentType } as const;
  const mail = newMail(content);
  const isWritten = await writeIf([
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
    mail,
  ]);
  if (!isWritten) return false;
  count("Fulfilments");
  log("info", action, { customer: sub, subscription: subscriptionId, paymentType });
  if (isOtherPageOpen(checkout, subscription)) await expireSession(checkout.sessionId);
  await deliverCustomerMail(profile, content, mail.put);
  return true;
}

const isOtherPageOpen = (
  checkout: Checkout | undefined,
  { attempt }: SubscriptionFacts,
): checkout is Checkout & { sessionId: string } =>
  checkout?.state === "open" && checkout.sessionId !== undefined && String(checkout.attempt) !== attempt;
