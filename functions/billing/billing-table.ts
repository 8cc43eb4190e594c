/** Changes that payments make to a customer. Each is one transaction with its audit row; false if it was made before. */

import { type Profile, profileKey, readCustomer } from "#functions/customer/profile.ts";
import { type AuditAction, auditRow } from "#functions/platform/audit.ts";
import { getItem, type Key, type Put, updateItem, writeIf } from "#functions/platform/table.ts";
import type { ContractChange } from "./contract/contract-change.ts";
import { addPendingCheck, contractEndCheck, removePendingCheck } from "./pending-check-table.ts";
import type { SubscriptionFacts } from "./stripe/subscriptions.ts";

const pointerKey = (stripeCustomerId: string): Key => ({
  pk: `STRIPE_CUSTOMER#${stripeCustomerId}`,
  sk: "POINTER",
});

/**
 * Returns the stored Stripe customer id: this one, or the one that another request stored first; undefined for somebody who was
 * erased meanwhile. `gone`: the id that it replaces, whose pointer stays for late events.
 */
export async function storeStripeCustomerId(
  sub: string,
  stripeCustomerId: string,
  gone?: string,
): Promise<string | undefined> {
  const isKept = await writeIf([
    { update: pointerKey(stripeCustomerId), set: { sub } },
    {
      update: profileKey(sub),
      set: { stripeCustomerId },
      ...(gone === undefined
        ? { condition: "attribute_exists(pk) AND attribute_not_exists(stripeCustomerId)" }
        : { condition: "stripeCustomerId = :gone", values: { ":gone": gone } }),
    },
  ]);
  return isKept ? stripeCustomerId : (await readCustomer(sub))?.stripeCustomerId;
}

/** Returns the `sub` of the customer with that Stripe customer id. */
export async function findSubByStripeCustomer(stripeCustomerId: string): Promise<string | undefined> {
  const sub: unknown = (await getItem(pointerKey(stripeCustomerId)))?.sub;
  return typeof sub === "string" ? sub : undefined;
}

/** The record follows its subscription. False if the record has changed since it was read. */
export function changeContract(
  sub: string,
  { customerId, version }: Profile,
  { action, plan, paymentType }: ContractChange,
  { subscription, mails }: ContractChangeContext,
): Promise<boolean> {
  const { id: subscriptionId, contract } = subscription;
  const { cancelAt } = contract;
  const details = { action, customerId, subscriptionId, paymentType };
  const willEnd = action === "cancellation-scheduled" && cancelAt !== undefined;
  return writeIf([
    {
      update: profileKey(sub),
      set: { plan, paymentType, contract },
      add: { version: 1 },
      condition: "version = :version AND subscriptionId = :subscription",
      values: { ":version": version, ":subscription": subscriptionId },
    },
    auditRow(sub, details, `PLAN#${version}`),
    ...(willEnd ? [contractEndCheck(sub, subscriptionId, cancelAt)] : []),
    ...mails,
  ]);
}

interface ContractChangeContext {
  subscription: SubscriptionFacts;
  mails: readonly Put[];
}

/**
 * Refreshes the cached contract, without audit row and mail. False if the record has changed since it was read: an older look at
 * Stripe would take back a cancellation that was told meanwhile, and have it told again.
 */
export const refreshContract = (
  sub: string,
  { version }: Profile,
  { id, contract }: SubscriptionFacts,
): Promise<boolean> =>
  updateItem({
    update: profileKey(sub),
    set: { contract },
    condition: "subscriptionId = :subscription AND version = :version",
    values: { ":subscription": id, ":version": version },
  });

/** The customer added a card in that session, and the latest card is now the default. */
export const recordCard = (sub: string, customerId: string, sessionId: string) =>
  writeIf([
    auditRow(sub, { action: "card-changed", customerId }, `CARD#${sessionId}`),
    removePendingCheck(sessionId),
  ]);

export interface UnpaidInvoice {
  id: string;
  /** One mail for each failed attempt. */
  attemptCount: number;
  mail: Put;
}

/** Stores a failed payment: mail to the customer, and a pending check for the reconciler. */
export const recordFailedPayment = (
  sub: string,
  { customerId, subscriptionId }: Profile,
  { id, attemptCount, mail }: UnpaidInvoice,
): Promise<boolean> => {
  const details = { action: "payment-failed", customerId, subscriptionId, invoiceId: id } as const;
  return writeIf([
    auditRow(sub, details, `UNPAID#${id}#${attemptCount}`),
    addPendingCheck({ kind: "unpaid-invoice", id, sub }),
    mail,
  ]);
};

/** Stores the mails that tell an invoice's further recipients of it. */
export const recordInvoiceCopies = (
  sub: string,
  { customerId }: Profile,
  { id, mails }: { id: string; mails: readonly Put[] },
): Promise<boolean> => {
  const details = { action: "invoice-copies-sent", customerId, invoiceId: id } as const;
  return writeIf([auditRow(sub, details, `INVOICE-COPIES#${id}`), ...mails]);
};

/** Stores a full refund or a dispute. */
export const recordReversal = (
  sub: string,
  { customerId, subscriptionId }: Profile,
  { action, id, mails = [] }: { action: AuditAction; id: string; mails?: readonly Put[] },
): Promise<boolean> => {
  const details = { action, customerId, subscriptionId, stripeObject: id };
  return writeIf([auditRow(sub, details, `${action.toUpperCase()}#${id}`), ...mails]);
};
