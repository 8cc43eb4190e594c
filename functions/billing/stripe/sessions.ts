/** The pages on which customers pay or leave a card. Source: Stripe API reference, "Checkout sessions". */
import type Stripe from "stripe";
import { environment } from "../../runtime/environment.ts";
import { callStripe } from "./client.ts";
import { isAccepted } from "./failure.ts";
import { idOf } from "./reference.ts";
import { type NewSubscription, type SubscriptionFacts, subscriptionFacts } from "./subscriptions.ts";

export interface SessionPage {
  id: string;
  url: string;
}

interface CreatePaymentSessionParams extends NewSubscription {
  successPath: string;
}

/** The page where the standard plan is paid for by card. */
export async function createPaymentSession(
  params: CreatePaymentSessionParams,
  idempotencyKey: string,
): Promise<SessionPage> {
  const { sub, customerId, attempt, price, stripeCustomerId, successPath } = params;
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
        cancel_url: `${environment("SITE_URL")}/upgrade`,
      },
      { idempotencyKey },
    ),
  );
  return pageOf(session);
}

/** The open page of that attempt, if there is one, whatever Stripe answered to the call that created it. */
export async function findPaymentSession(
  stripeCustomerId: string,
  attempt: number,
): Promise<SessionPage | undefined> {
  const { data } = await callStripe((stripe) =>
    stripe.checkout.sessions.list({ customer: stripeCustomerId, status: "open", limit: 100 }),
  );
  const found = data.find(({ metadata }) => metadata?.attempt === String(attempt));
  return found && pageOf(found);
}

/** The page where a customer leaves another card. */
export async function createSetupSession(sub: string, stripeCustomerId: string): Promise<SessionPage> {
  const returnUrl = `${environment("SITE_URL")}/update`;
  const session = await callStripe((stripe) =>
    stripe.checkout.sessions.create({
      mode: "setup",
      locale: "ja",
      currency: "jpy",
      allowed_payment_method_types: ["card"],
      customer: stripeCustomerId,
      client_reference_id: sub,
      success_url: returnUrl,
      cancel_url: returnUrl,
    }),
  );
  return pageOf(session);
}

function pageOf({ id, url }: Stripe.Checkout.Session): SessionPage {
  if (url === null) throw new Error(`Stripe opened a session without a page: ${id}`);
  return { id, url };
}

export type SessionFacts = {
  id: string;
  /** `client_reference_id`, which whoever opens a Payment Link may choose: our `sub` if the portal opened the session. */
  owner: string | null;
  stripeCustomerId: string | null;
} & (
  | { state: "open"; url: string }
  /** Nobody has paid it, and nobody can any more. */
  | { state: "expired" }
  /** The customer completed the page, and the bank declined afterwards. */
  | { state: "declined" }
  /** The customer completed the page; the bank has not answered yet. */
  | { state: "processing" }
  /** `subscription` is undefined for a payment that buys none. */
  | { state: "paid"; subscription: SubscriptionFacts | undefined }
  /** In setup mode: the customer left a card. */
  | { state: "card-added" }
);

/** What Stripe knows of a session now. */
export async function readSession(id: string): Promise<SessionFacts> {
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
  if (session.mode === "setup") return { ...facts, state: "card-added" };
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

/** From then on nobody can pay it. False when it is no longer open: it may have been paid. */
export const expireSession = (id: string): Promise<boolean> =>
  isAccepted(callStripe((stripe) => stripe.checkout.sessions.expire(id)));
