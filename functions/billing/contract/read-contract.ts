/**
 * Reads a customer's contract. Stripe's subscription is the source; while Stripe does not answer, the
 * profile's copy.
 */

import type { CachedContract, Profile } from "#functions/customer/profile.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import type { Contract, ContractPrice, PaymentMethod } from "#shared/contract.ts";
import { toBillingContact } from "#shared/customer/billing-contact.ts";
import { paymentTypes } from "#shared/enums.ts";
import { addressesIn } from "#shared/invoice-fields.ts";
import { taxIn } from "#shared/site/site-config.ts";
import { stoppedAmong } from "../invoices/copy-recipients.ts";
import { StripeCallError } from "../stripe/call-error.ts";
import { type InvoicePage, listInvoices } from "../stripe/invoice-list.ts";
import {
  readNextAmount,
  readSubscriptionWithCard,
  type SubscriptionWithCard,
} from "../stripe/subscriptions.ts";
import { expiryState } from "./card-expiry.ts";
import { currentContract, readOwed } from "./owed.ts";
import { type Terms, termsOf } from "./terms.ts";

/**
 * Returns the contract. Calls Stripe concurrently for subscription and invoices, then once for each invoice
 * whose card was declined, and once for a next charge that differs from the price. `cursor`: of the page of
 * invoices. Throws 400 for a cursor that Stripe does not know.
 */
export async function readContract(sub: string, profile: Profile, cursor?: string): Promise<Contract> {
  const { subscriptionId, stripeCustomerId } = profile;
  const [subscription, page] = await Promise.all([
    subscriptionId === undefined
      ? undefined
      : undefinedIfStripeFails(readSubscriptionWithCard(subscriptionId)),
    stripeCustomerId === undefined ? noInvoices : undefinedIfStripeFails(readPage(stripeCustomerId, cursor)),
  ]);
  const terms = termsOf(profile, subscription);
  const current = currentContract(profile, terms, subscription);
  const [owed, nextCharge] = await Promise.all([
    page ? readOwed(page.open, current, undefinedIfStripeFails) : [],
    nextChargeOf(terms, subscription, profile),
  ]);
  const { plan, status } = terms;
  const isLate = owed.some(({ state }) => state !== "due");
  const actions = terms.actions.filter((action) => !(isLate && action === "subscribe-by-invoice"));
  const invoiceFields = (actions.includes("change-invoice-fields") && subscription?.invoiceFields) || null;
  return {
    plan,
    status,
    actions,
    nextCharge,
    ...shown(subscriptionId === undefined ? undefined : (subscription ?? profile).contract),
    paymentMethod: subscription ? methodOf(subscription) : storedMethodOf(profile),
    billingContact: toBillingContact(profile),
    invoiceFields,
    stoppedCopies: invoiceFields ? await stoppedAmong(sub, addressesIn(invoiceFields.ccAddresses)) : [],
    invoices: page?.invoices ?? null,
    nextCursor: page?.nextCursor ?? null,
    owed,
  };
}

const noInvoices: InvoicePage = { invoices: [], nextCursor: null, open: [] };

async function nextChargeOf(
  { nextChargeAt: at }: Terms,
  subscription: SubscriptionWithCard | undefined,
  profile: Profile,
): Promise<Contract["nextCharge"]> {
  if (at === null) return null;
  const amount = subscription?.hasOtherAmount
    ? await undefinedIfStripeFails(readNextAmount(subscription.id))
    : (subscription ?? profile).contract?.amountYen;
  return { at, amount: amount ?? null };
}

/** Returns undefined after a `StripeCallError`. */
async function undefinedIfStripeFails<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    log("warn", "contract is shown from the profile", errorFields(error));
    return undefined;
  }
}

async function readPage(stripeCustomerId: string, cursor: string | undefined): Promise<InvoicePage> {
  try {
    return await listInvoices(stripeCustomerId, cursor);
  } catch (error) {
    const isUnknown = error instanceof StripeCallError && error.failure === "refused" && cursor !== undefined;
    throw isUnknown ? new HttpError("bad_request", { cause: error }) : error;
  }
}

function methodOf(subscription: SubscriptionWithCard): PaymentMethod {
  const { paidBy: type, card, daysUntilDue } = subscription;
  if (type === "invoice") return { type, ...(daysUntilDue !== undefined && { daysUntilDue }) };
  if (!card) return { type };
  const { brand, last4, expiry } = card;
  const expires = expiryState(subscription);
  return { type, brand, last4, expiry, ...(expires && { expires }) };
}

function storedMethodOf({ paymentType }: Profile): PaymentMethod | null {
  const type = paymentTypes.find((each) => each === paymentType);
  return type === undefined ? null : { type };
}

const shown = (contract: CachedContract | undefined) => ({
  price: contract ? priceOf(contract) : null,
  startedAt: contract?.startedAt ?? null,
  currentPeriodEnd: contract?.currentPeriodEnd ?? null,
  cancelAt: contract?.cancelAt ?? null,
});

function priceOf({ amountYen: amount, interval }: CachedContract): ContractPrice | null {
  if (amount === undefined || interval === undefined) return null;
  const tax = taxIn(amount, numericEnvironment("TAX_RATE_PERCENT"));
  return { amount, tax, currency: "jpy", interval };
}
