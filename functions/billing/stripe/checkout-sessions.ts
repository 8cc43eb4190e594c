/** Checkout Sessions to pay or to add a card. Source: Stripe API reference, "Checkout sessions". */
import type Stripe from "stripe";
import { environment } from "#functions/runtime/environment.ts";
import { isAccepted } from "./call-error.ts";
import { callStripe, idOf } from "./client.ts";
import type { NewSubscription } from "./subscription-changes.ts";
import { type SubscriptionFacts, subscriptionFacts } from "./subscriptions.ts";

export interface CheckoutSessionPage {
  id: string;
  url: string;
}

interface CreatePaymentSessionParams extends NewSubscription {
  successPath: string;
  cancelPath: string;
}

/** Creates the Checkout Session that pays for the standard plan by card. */
export async function createPaymentSession(
  params: CreatePaymentSessionParams,
  idempotencyKey: string,
): Promise<CheckoutSessionPage> {
  const { sub, customerId, attempt, price, stripeCustomerId, successPath, cancelPath } = params;
  const metadata = { sub, customerId, attempt: String(attempt) };
  const session = await callStripe((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "subscription",
        locale: "ja",
        allowed_payment_method_types: ["card"],
        customer: stripeCustomerId,
        client_reference_id: sub,
        line_items: [{ price: price.id, quantity: 1 }],
        automatic_tax: { enabled: true },
        metadata,
        subscription_data: { metadata },
        success_url: `${environment("SITE_URL")}${successPath}`,
        cancel_url: `${environment("SITE_URL")}${cancelPath}`,
      },
      { idempotencyKey },
    ),
  );
  return pageOf(session);
}

/** Returns the open session of that attempt, if one exists. */
export async function findPaymentSession(
  stripeCustomerId: string,
  attempt: number,
): Promise<CheckoutSessionPage | undefined> {
  const open = await listOpenSessions(stripeCustomerId);
  const found = open.find(({ metadata }) => metadata?.attempt === String(attempt));
  return found && pageOf(found);
}

/** A session is open for a day, and a customer can open ten pages an hour to save a card. */
const mostOpen = 1000;

const listOpenSessions = (customer: string): Promise<Stripe.Checkout.Session[]> =>
  callStripe((stripe) =>
    stripe.checkout.sessions
      .list({ customer, status: "open", limit: 100 })
      .autoPagingToArray({ limit: mostOpen }),
  );

export interface CreateSetupSessionParams {
  sub: string;
  stripeCustomerId: string;
  /** The path to which the page returns, with or without a card. */
  returnPath: string;
  /** The subscription that the card pays from then on, as it is now. */
  toPay?: Pick<SubscriptionFacts, "id" | "paymentTypeChanges">;
}

/** Creates the Checkout Session that adds a card. */
export async function createSetupSession(params: CreateSetupSessionParams): Promise<CheckoutSessionPage> {
  const { sub, stripeCustomerId, returnPath, toPay } = params;
  const returnUrl = `${environment("SITE_URL")}${returnPath}`;
  const session = await callStripe((stripe) =>
    stripe.checkout.sessions.create({
      mode: "setup",
      locale: "ja",
      currency: "jpy",
      allowed_payment_method_types: ["card"],
      customer: stripeCustomerId,
      client_reference_id: sub,
      ...(toPay && {
        metadata: { subscriptionId: toPay.id, paymentTypeChanges: String(toPay.paymentTypeChanges) },
      }),
      success_url: returnUrl,
      cancel_url: returnUrl,
    }),
  );
  return pageOf(session);
}

function pageOf({ id, url }: Stripe.Checkout.Session): CheckoutSessionPage {
  if (url === null) throw new Error(`Stripe opened a session without a page: ${id}`);
  return { id, url };
}

export type CheckoutSessionFacts = {
  id: string;
  /**
   * `client_reference_id`: the `sub` if the portal opened the session. Anybody can choose it on a Payment
   * Link.
   */
  owner: string | null;
  stripeCustomerId: string | null;
} & (
  | { state: "open"; url: string }
  /** Not paid, and can no longer be paid. */
  | { state: "expired" }
  /** The customer completed the session, and the bank declined afterwards. */
  | { state: "declined" }
  /** The customer completed the session; the payment is processing. */
  | { state: "processing" }
  /** `subscription` is undefined for a one-time payment. */
  | { state: "paid"; subscription: SubscriptionFacts | undefined }
  /**
   * In setup mode: the customer added a card, which pays the subscription `toPay` from now on if there is
   * one.
   */
  | { state: "card-added"; toPay: CreateSetupSessionParams["toPay"] }
);

/** Retrieves a session's current state. */
export async function readCheckoutSession(id: string): Promise<CheckoutSessionFacts> {
  const session = await callStripe((stripe) =>
    stripe.checkout.sessions.retrieve(id, { expand: ["subscription"] }),
  );
  const facts = {
    id,
    owner: session.client_reference_id,
    stripeCustomerId: idOf(session.customer),
  };
  if (session.status === "open") return { ...facts, state: "open", url: pageOf(session).url };
  if (session.status !== "complete") return { ...facts, state: "expired" };
  if (session.mode === "setup") {
    const { subscriptionId, paymentTypeChanges } = session.metadata ?? {};
    const toPay =
      subscriptionId === undefined
        ? undefined
        : { id: subscriptionId, paymentTypeChanges: Number(paymentTypeChanges) };
    return { ...facts, state: "card-added", toPay };
  }
  if (session.payment_status !== "unpaid") {
    const { subscription } = session;
    const isExpanded = subscription !== null && typeof subscription !== "string";
    return {
      ...facts,
      state: "paid",
      subscription: isExpanded ? subscriptionFacts(subscription) : undefined,
    };
  }
  return { ...facts, state: (await isBeingPaid(session)) ? "processing" : "declined" };
}

const undecided: readonly string[] = ["processing", "requires_action", "requires_confirmation"];

async function isBeingPaid({ invoice }: Stripe.Checkout.Session): Promise<boolean> {
  const invoiceId = idOf(invoice);
  if (invoiceId === null) return false;
  return callStripe(async (stripe) => {
    const { data } = await stripe.invoicePayments.list({ invoice: invoiceId });
    const intentId = idOf(data[0]?.payment.payment_intent);
    return intentId !== null && undecided.includes((await stripe.paymentIntents.retrieve(intentId)).status);
  });
}

/** Expires the customer's open pages, so that they cannot be paid. */
export async function expireOpenCheckoutSessions(stripeCustomerId: string): Promise<void> {
  for (const { id } of await listOpenSessions(stripeCustomerId)) await expireCheckoutSession(id);
}

/** Expires an open session. Returns false if it is no longer open: it may have been paid. */
export const expireCheckoutSession = (id: string): Promise<boolean> =>
  isAccepted(callStripe((stripe) => stripe.checkout.sessions.expire(id)));
