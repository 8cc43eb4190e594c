/** Reads a customer's contract. Stripe's subscription is the source; while Stripe does not answer, the record's copy. */

import type { CachedContract, Profile } from "#functions/customer/profile.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import type { Contract, ContractPrice, ContractStatus, PaymentMethod } from "#shared/contract.ts";
import { toBillingContact } from "#shared/customer/billing-contact.ts";
import { paymentTypes } from "#shared/enums.ts";
import { taxIn } from "#shared/site/site-config.ts";
import { StripeCallError } from "../stripe/failure.ts";
import { type InvoicePage, listInvoices } from "../stripe/invoice-list.ts";
import {
  readSubscriptionWithCard,
  type SubscriptionFacts,
  type SubscriptionWithCard,
} from "../stripe/subscriptions.ts";
import { currentContract, readOwed } from "./owed.ts";

/**
 * At most three calls of Stripe, at once, and one more for each invoice whose card was declined. `cursor` of the page of invoices.
 * Throws 400 for a cursor that Stripe does not know.
 */
export async function readContract(profile: Profile, cursor?: string): Promise<Contract> {
  const { plan, subscriptionId, stripeCustomerId } = profile;
  const billingContact = toBillingContact(profile);
  if (plan === "trial") return { ...ofTrial, billingContact };
  const [subscription, page] = await Promise.all([
    subscriptionId === undefined ? undefined : unlessDown(readSubscriptionWithCard(subscriptionId)),
    stripeCustomerId === undefined ? noInvoices : unlessDown(readPage(stripeCustomerId, cursor)),
  ]);
  const known = subscription ? ofSubscription(subscription) : ofRecord(profile);
  return {
    ...known,
    billingContact,
    invoices: page?.invoices ?? null,
    nextCursor: page?.nextCursor ?? null,
    owed: page ? await readOwed(page.open, currentContract(profile, subscription), unlessDown) : [],
    invoiceFields: subscription && !subscription.isEnded ? (subscription.invoiceFields ?? null) : null,
    canChangePaymentType: known.plan === "standard" && known.cancelAt === null,
  };
}

const noInvoices: InvoicePage = { invoices: [], nextCursor: null, open: [] };

const ofTrial: Omit<Contract, "billingContact"> = {
  plan: "trial",
  status: "trial",
  price: null,
  startedAt: null,
  currentPeriodEnd: null,
  cancelAt: null,
  paymentMethod: null,
  invoiceFields: null,
  invoices: [],
  nextCursor: null,
  owed: [],
  canChangePaymentType: false,
};

/** Undefined when Stripe does not answer, or not now. */
async function unlessDown<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    log("warn", "contract is shown from the record", errorFields(error));
    return undefined;
  }
}

async function readPage(stripeCustomerId: string, cursor: string | undefined): Promise<InvoicePage> {
  try {
    return await listInvoices(stripeCustomerId, cursor);
  } catch (error) {
    const isUnknown = error instanceof StripeCallError && error.failure === "refused" && cursor !== undefined;
    throw isUnknown ? new ApiError("bad_request", { cause: error }) : error;
  }
}

/** A subscription's status for the customer. */
export function contractStatusOf(subscription: SubscriptionFacts): ContractStatus {
  if (!subscription.isInForce) return "suspended";
  if (subscription.status === "past_due") return "past_due";
  return subscription.contract.cancelAt === undefined ? "active" : "cancel_scheduled";
}

type WithoutInvoices = Omit<
  Contract,
  "billingContact" | "invoices" | "nextCursor" | "owed" | "invoiceFields" | "canChangePaymentType"
>;

function ofSubscription(subscription: SubscriptionWithCard): WithoutInvoices {
  const { paidBy, card, isEnded, contract } = subscription;
  const shownCard = card && { brand: card.brand, last4: card.last4, expiry: card.expiry };
  return {
    plan: isEnded ? "suspended" : "standard",
    status: contractStatusOf(subscription),
    ...shown(contract),
    paymentMethod: { type: paidBy, ...(paidBy === "card" && shownCard) },
  };
}

function ofRecord({ plan, paymentType, contract }: Profile): WithoutInvoices {
  const inForce = contract?.cancelAt === undefined ? "active" : "cancel_scheduled";
  return {
    plan,
    status: plan === "standard" ? inForce : "suspended",
    ...shown(contract),
    paymentMethod: methodOf(paymentType),
  };
}

function methodOf(paymentType: string): PaymentMethod | null {
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
