/**
 * Refunds that have not arrived, or failed. For a bank transfer, Stripe asks the payer for a bank account by
 * mail, and gives up after 45 days: decision 18.
 */
import { readCustomer } from "#functions/customer/profile.ts";
import { prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { transactWrite, tryTransactWrite, updateItem } from "#functions/platform/table.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import type { TaskOutcome } from "#functions/tasks/run.ts";
import { dayMs } from "#shared/durations.ts";
import { findSubByStripeCustomer } from "../customer/find-customer.ts";
import { subInMetadata } from "../stripe/customers.ts";
import { type ChargeFacts, readCharge } from "../stripe/invoices.ts";
import { listRefunds, type RefundFacts, readRefund } from "../stripe/refunds.ts";
import { refundTask, removeStripeTask, type StripeTask } from "../stripe-tasks/stripe-task-table.ts";

/** Time after the refund was created. */
const remindMs = 30 * dayMs;
/** Leaves an operator five days. */
const reportMs = 40 * dayMs;
/** Stripe's own limit. */
const giveUpMs = 45 * dayMs;

const isLost = ({ status }: RefundFacts): boolean => status === "failed" || status === "canceled";

/** Enqueues a task for each refund of the charge that has not arrived. */
export async function followRefunds(chargeId: string, { stripeCustomerId }: ChargeFacts): Promise<void> {
  const sub = stripeCustomerId === null ? undefined : await findSubByStripeCustomer(stripeCustomerId);
  if (sub === undefined) return;
  for (const refund of await listRefunds(chargeId))
    if (refund.status !== "succeeded" && !isLost(refund))
      await updateItem(refundTask(sub, refund.id, refund.createdAt + remindMs));
}

/** `refund.updated` and `refund.failed`: a refund has arrived or failed. */
export async function handleRefundChanged(id: string): Promise<void> {
  const refund = await readRefund(id);
  if (refund.status === "succeeded") await transactWrite([removeStripeTask(id)]);
  else if (isLost(refund)) await reportLost(refund);
}

/** Reminds the customer once, and raises an alarm before Stripe gives up. */
export async function checkRefund({ sk: id, sub }: StripeTask): Promise<TaskOutcome> {
  const refund = await readRefund(id);
  if (isLost(refund)) await reportLost(refund);
  if (isLost(refund) || refund.status === "succeeded") return "done";
  const { createdAt, status } = refund;
  const age = Date.now() - createdAt;
  if (age >= reportMs) raiseAlarm("refund waits", sub, id);
  else if (age >= remindMs && status === "requires_action") await remind(sub, refund);
  const next = [remindMs, reportMs, giveUpMs + dayMs].find((after) => after > age) ?? age + dayMs;
  return new Date(createdAt + next);
}

async function remind(
  sub: string,
  { id, amount, createdAt, expiresAt, askedAt }: RefundFacts,
): Promise<void> {
  const profile = await readCustomer(sub);
  if (!profile) return;
  const until = new Date(expiresAt ?? createdAt + giveUpMs).toISOString();
  const to = profile.email;
  const mail = prepareMail({ template: "refund-waits", customer: sub, to, amount, until, askedAt });
  const { customerId } = profile;
  const details = { action: "refund-reminded", customerId, stripeObject: id } as const;
  const isFirst = await tryTransactWrite([auditRow(sub, details, `REFUND-REMINDED#${id}`), mail.row]);
  if (isFirst) await mail.send(profile);
}

/**
 * Raises an alarm once for each failed refund; for an erased customer, with each event. Ignores payments that
 * do not belong to the portal.
 */
async function reportLost({ id, chargeId }: RefundFacts): Promise<void> {
  const { stripeCustomerId } = await readCharge(chargeId);
  if (stripeCustomerId === null) return;
  const sub = (await findSubByStripeCustomer(stripeCustomerId)) ?? (await subInMetadata(stripeCustomerId));
  if (sub === undefined) return;
  const customerId = (await readCustomer(sub))?.customerId;
  const details = { action: "refund-failed", customerId, stripeObject: id } as const;
  const isFirst =
    customerId === undefined ||
    (await tryTransactWrite([auditRow(sub, details, `REFUND-FAILED#${id}`), removeStripeTask(id)]));
  if (isFirst) raiseAlarm("refund failed", sub, id);
}

function raiseAlarm(event: string, customer: string, stripeObject: string): void {
  log("error", event, { customer, stripeObject });
  countMetric("RefundsWaiting");
}
