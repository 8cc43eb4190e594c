/**
 * A customer's changes of the contract: Stripe's subscription first, then the profile. A task is written
 * before, with which the reconciler completes a change that is interrupted.
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
  /** Returns true if Stripe's state has the change already: a repeated call changes nothing. */
  isDone(subscription: SubscriptionFacts): boolean;
  apply(subscription: SubscriptionFacts): Promise<unknown>;
}

/**
 * Cancels at the end of the period, even if an operator had set a later date. Cancels a contract on hold at
 * once.
 */
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

/** Changes the payment type to invoice, from the next invoice on. */
export const changeToInvoice = (sub: string) =>
  change(sub, {
    action: "pay-by-invoice",
    isDone: ({ paidBy }) => paidBy === "invoice",
    apply: payByInvoice,
  });

/**
 * Applies a change. Returns the subscription as it is afterwards. Throws 404 without a profile, 403 without a
 * subscription, 409 if it is over or its state does not permit the action, `StripeCallError` if Stripe did
 * not do it.
 */
async function change(sub: string, { action, isDone, apply }: Change): Promise<SubscriptionFacts> {
  const before = await readOngoing(sub);
  if (isDone(before)) return before;
  requirePermitted(action, before);
  await updateItem(contractChangeTask(sub, before.id));
  // Stripe may have done the work despite an error: its state afterwards counts.
  const failure = await stripeFailureOf(apply(before));
  const { subscription: after } = await syncContract(before.id);
  if (isDone(after)) return after;
  // It ended meanwhile, and Stripe refuses to change it.
  if (after.contract.state === "over") throw contractIsOver();
  throw failure?.failure === "refused" ? refusedAtStripe(failure) : (failure ?? new HttpError("conflict"));
}

/**
 * Opens Stripe's page for the card that pays from now on; `changeCard` completes the change. Without `url` if
 * a card pays already. Throws as `change` does.
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
 * Changes the fields of later invoices. The audit row is written last: a retry completes a change after a
 * crash. Throws as `change` does, and 409 while another save is in progress, or if Stripe's values are
 * neither `before` nor the new ones.
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

/**
 * Runs `work` under a lease on the profile, because Stripe has no conditional update. Throws 409 if another
 * request has the lease.
 */
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

/** Syncs the profile and returns the customer's subscription. Throws 404, 403 and 409 as `change` does. */
async function readOngoing(sub: string): Promise<SubscriptionFacts> {
  const profile = await readCustomer(sub);
  if (!profile) throw new HttpError("not_found");
  if (profile.subscriptionId === undefined) throw new HttpError("forbidden");
  const { subscription } = await syncContract(profile.subscriptionId);
  if (subscription.contract.state === "over") throw contractIsOver();
  return subscription;
}

/** Throws 409 for an action that the state does not permit: the screen is outdated. */
function requirePermitted(action: ContractAction, subscription: SubscriptionFacts): void {
  if (termsOfSubscription(subscription).actions.includes(action)) return;
  throw new HttpError("conflict", {
    message:
      "ご契約の状態が変わったため、このお手続きを承れません。画面を再読み込みし、最新の状態をご確認ください。",
  });
}

/** Only an operator can see the reason, at Stripe. */
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
