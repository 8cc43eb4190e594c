/**
 * A customer's change of the contract. It changes Stripe's subscription, and then the profile follows. The first write is a row
 * with which the reconciler completes the change if this process ends.
 */

import { profileKey, readCustomer } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { transactWrite, updateItem } from "#functions/platform/table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import type { ContractAction } from "#shared/contract.ts";
import type { CancellationReason } from "#shared/enums.ts";
import { type InvoiceFields, invoiceFieldNames, type StoredInvoiceFields } from "#shared/invoice-fields.ts";
import { type StripeCallError, stripeFailureOf } from "../stripe/call-error.ts";
import { readInvoiceFields, setInvoiceFields } from "../stripe/customers.ts";
import { cancelAtPeriodEnd, payByInvoice, resume } from "../stripe/subscription-changes.ts";
import { cancelSubscription, type SubscriptionFacts } from "../stripe/subscriptions.ts";
import { contractChangeTask } from "../stripe-tasks/stripe-task-table.ts";
import { openSetupPage } from "./open-setup-page.ts";
import { syncContract } from "./sync-contract.ts";
import { endsWithinPeriod, termsOfSubscription } from "./terms.ts";

interface Change {
  action: ContractAction;
  /** Returns whether Stripe's state already has the change: a repetition then changes nothing. */
  isDone(subscription: SubscriptionFacts): boolean;
  apply(subscription: SubscriptionFacts): Promise<unknown>;
}

/** The subscription ends with its period, also where an operator had set a later date; one that is on hold ends at once. */
export const cancelContract = (sub: string, reason: CancellationReason | undefined) =>
  change(sub, {
    action: "cancel",
    isDone: ({ contract }) =>
      contract.state === "over" || (contract.state === "in-force" && endsWithinPeriod(contract)),
    apply: (subscription) =>
      subscription.contract.state === "in-force"
        ? cancelAtPeriodEnd(subscription, reason)
        : cancelSubscription(subscription.id, "cancelled", reason),
  });

export const resumeContract = (sub: string) =>
  change(sub, {
    action: "resume",
    isDone: ({ contract }) => contract.cancelAt === undefined,
    apply: resume,
  });

/** From the next invoice on. */
export const changeToInvoice = (sub: string) =>
  change(sub, {
    action: "pay-by-invoice",
    isDone: ({ paidBy }) => paidBy === "invoice",
    apply: payByInvoice,
  });

/**
 * Resolves to the subscription as it is afterwards. Throws 404 without a customer, 403 without a subscription, 409 when it is
 * over or its state does not permit the action, `StripeCallError` when Stripe did not do it.
 */
async function change(sub: string, { action, isDone, apply }: Change): Promise<SubscriptionFacts> {
  const before = await readOngoing(sub);
  if (isDone(before)) return before;
  requirePermitted(action, before);
  await updateItem(contractChangeTask(sub, before.id));
  // Stripe may have done the work that it reports an error of: what it says afterwards counts.
  const failure = await stripeFailureOf(apply(before));
  const { subscription: after } = await syncContract(before.id);
  if (isDone(after)) return after;
  // It ended meanwhile, and Stripe refuses to change it.
  if (after.contract.state === "over") throw contractIsOver();
  throw failure?.failure === "refused" ? refusedAtStripe(failure) : (failure ?? new HttpError("conflict"));
}

/**
 * Stripe's page to leave the card on that pays from then on: `changeCard` does the rest. Without `url` when a card pays already.
 * Throws as the others.
 */
export async function openPayByCardPage(
  sub: string,
): Promise<{ subscription: SubscriptionFacts; url?: string }> {
  const subscription = await readOngoing(sub);
  const { paidBy, stripeCustomerId } = subscription;
  if (paidBy === "card") return { subscription };
  requirePermitted("pay-by-card", subscription);
  const page = { sub, stripeCustomerId, returnPath: "/contract", toPay: subscription };
  const { url } = await openSetupPage(page);
  return { subscription, url };
}

/**
 * On the invoices that follow. The row comes last: a retry writes what a crash has left out. Throws as the others, and 409 when
 * another save is under way, or Stripe has neither what the screen showed `before` nor what is to be saved.
 */
export async function changeInvoiceFields(
  sub: string,
  fields: InvoiceFields,
  before: StoredInvoiceFields | undefined,
): Promise<SubscriptionFacts> {
  const subscription = await readOngoing(sub);
  requirePermitted("change-invoice-fields", subscription);
  await oneAtATime(sub, async () => {
    const now = before && (await readInvoiceFields(subscription.stripeCustomerId));
    if (now && !isSame(now, before) && !isSame(now, fields)) throw changedElsewhere();
    await setInvoiceFields(subscription.stripeCustomerId, fields);
    await transactWrite([auditRow(sub, { action: "invoice-fields-changed" })]);
  });
  return subscription;
}

/** Longer than the function runs. */
const longestSaveMs = 30_000;

/** Stripe has no conditional update. A lease on the profile keeps others away from Stripe's texts between the look and the update. */
async function oneAtATime(sub: string, work: () => Promise<void>): Promise<void> {
  const now = Date.now();
  const isOurs = await updateItem({
    update: profileKey(sub),
    set: { invoiceFieldsLockedUntil: now + longestSaveMs },
    condition: "attribute_not_exists(#invoiceFieldsLockedUntil) OR #invoiceFieldsLockedUntil < :now",
    values: { ":now": now },
  });
  if (!isOurs) throw changedElsewhere();
  try {
    await work();
  } finally {
    await updateItem({ update: profileKey(sub), set: { invoiceFieldsLockedUntil: null } }).catch(
      (error: unknown) => log("warn", "lease not released", errorFields(error)),
    );
  }
}

const isSame = (now: StoredInvoiceFields, others: InvoiceFields): boolean =>
  invoiceFieldNames.every((name) => now[name] === (others[name] ?? ""));

/** The customer's subscription, the profile having caught up with it. */
async function readOngoing(sub: string): Promise<SubscriptionFacts> {
  const profile = await readCustomer(sub);
  if (!profile) throw new HttpError("not_found");
  if (profile.subscriptionId === undefined) throw new HttpError("forbidden");
  const { subscription } = await syncContract(profile.subscriptionId);
  if (subscription.contract.state === "over") throw contractIsOver();
  return subscription;
}

/** Throws 409 for what the screen does not offer in this state: it was loaded before. */
function requirePermitted(action: ContractAction, subscription: SubscriptionFacts): void {
  if (termsOfSubscription(subscription).actions.includes(action)) return;
  throw new HttpError("conflict", {
    message:
      "ご契約の状態が変わったため、このお手続きを承れません。画面を再読み込みし、最新の状態をご確認ください。",
  });
}

/** For a reason that only an operator can see there. */
const refusedAtStripe = (cause: StripeCallError) =>
  new HttpError("provider_failed", {
    cause,
    message: "決済サービス（Stripe）で受け付けられませんでした。お手数ですが、お問い合わせください。",
  });

const changedElsewhere = () =>
  new HttpError("conflict", {
    message:
      "ほかの画面で、請求書の記載事項または送付先が変更されています。最新の内容をご確認のうえ、もう一度保存してください。",
  });

const contractIsOver = () =>
  new HttpError("conflict", {
    message: "ご契約はすでに終了しています。画面を再読み込みしてご確認ください。",
  });
