/** Our customers at Stripe, and the pages on which they pay or leave a card. Source: Stripe API reference. */
import type Stripe from "stripe";
import { environment } from "../../runtime/environment.ts";
import { askStripe } from "./client.ts";
import { StripeFailed } from "./failure.ts";
import { type SubscriptionFacts, subscriptionFacts } from "./subscriptions.ts";

/** Only what never changes, so that a retry under the same key asks for the same. Returns Stripe's customer id. */
export async function createPayer(sub: string, customerId: string, idempotencyKey: string): Promise<string> {
  const metadata = { sub, customerId };
  const create = { metadata, preferred_locales: ["ja"] };
  return (await askStripe((stripe) => stripe.customers.create(create, { idempotencyKey }))).id;
}

export const setDefaultCard = (stripeCustomerId: string, card: string): Promise<unknown> =>
  askStripe((stripe) =>
    stripe.customers.update(stripeCustomerId, { invoice_settings: { default_payment_method: card } }),
  );

export interface PaymentPage {
  id: string;
  url: string;
}

interface CardSessionWish {
  sub: string;
  customerId: string;
  stripeCustomerId: string;
  attempt: number;
  successPath: string;
}

/** The page where the standard plan is paid for by card. */
export async function openCardSession(wish: CardSessionWish, idempotencyKey: string): Promise<PaymentPage> {
  const metadata = metadataOf(wish);
  const session = await askStripe((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "subscription",
        locale: "ja",
        allowed_payment_method_types: ["card"],
        customer: wish.stripeCustomerId,
        client_reference_id: wish.sub,
        line_items: [{ price: environment("STRIPE_PRICE_ID"), quantity: 1 }],
        automatic_tax: { enabled: true },
        metadata,
        subscription_data: { metadata },
        success_url: `${environment("SITE_URL")}${wish.successPath}`,
        cancel_url: `${environment("SITE_URL")}/upgrade`,
      },
      { idempotencyKey },
    ),
  );
  return pageOf(session);
}

/** The open page of that attempt, when there is one whatever the call that made it answered. */
export async function findCardSession(
  stripeCustomerId: string,
  attempt: number,
): Promise<PaymentPage | undefined> {
  const { data } = await askStripe((stripe) =>
    stripe.checkout.sessions.list({ customer: stripeCustomerId, status: "open", limit: 100 }),
  );
  const found = data.find(({ metadata }) => metadata?.attempt === String(attempt));
  return found && pageOf(found);
}

/** The page where a customer leaves another card. */
export async function openSetupSession(sub: string, stripeCustomerId: string): Promise<PaymentPage> {
  const returnUrl = `${environment("SITE_URL")}/update`;
  const session = await askStripe((stripe) =>
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

const metadataOf = ({ sub, customerId, attempt }: CardSessionWish) => ({
  sub,
  customerId,
  attempt: String(attempt),
});

function pageOf({ id, url }: Stripe.Checkout.Session): PaymentPage {
  if (url === null) throw new Error(`Stripe opened a session without a page: ${id}`);
  return { id, url };
}

export type CardSession = {
  id: string;
  /** `sub` of the customer it was opened for. */
  owner: string | null;
} & (
  | { state: "open"; url: string }
  /** Nobody can pay it any more, and nobody has. */
  | { state: "over" }
  /** The customer left it in good faith, and the bank said no afterwards. */
  | { state: "declined" }
  /** Left by the customer; the bank has not answered yet. */
  | { state: "settling" }
  | { state: "paid"; subscription: SubscriptionFacts }
  /** In setup mode: a card was left. `leftAt`: seconds since the epoch. */
  | { state: "card-left"; card: string; stripeCustomerId: string; leftAt: number }
);

/** What Stripe knows of a session now. */
export async function readSession(id: string): Promise<CardSession> {
  const session = await askStripe((stripe) =>
    stripe.checkout.sessions.retrieve(id, { expand: ["subscription", "setup_intent"] }),
  );
  const named = { id, owner: session.client_reference_id };
  if (session.status === "open") return { ...named, state: "open", url: pageOf(session).url };
  if (session.status !== "complete") return { ...named, state: "over" };
  if (session.mode === "setup") return { ...named, ...cardLeftIn(session) };
  const { subscription } = session;
  if (session.payment_status !== "unpaid" && subscription !== null && typeof subscription !== "string") {
    return { ...named, state: "paid", subscription: subscriptionFacts(subscription) };
  }
  return { ...named, state: (await isBeingPaid(session)) ? "settling" : "declined" };
}

function cardLeftIn({ setup_intent: intent, customer, created }: Stripe.Checkout.Session) {
  const card = typeof intent === "string" ? null : idOf(intent?.payment_method);
  const stripeCustomerId = idOf(customer);
  if (card === null || stripeCustomerId === null) return { state: "over" } as const;
  return { state: "card-left", card, stripeCustomerId, leftAt: created } as const;
}

const undecided: readonly string[] = ["processing", "requires_action", "requires_confirmation"];

async function isBeingPaid({ invoice }: Stripe.Checkout.Session): Promise<boolean> {
  const invoiceId = idOf(invoice);
  if (invoiceId === null) return false;
  return askStripe(async (stripe) => {
    const { data } = await stripe.invoicePayments.list({ invoice: invoiceId });
    const intentId = idOf(data[0]?.payment.payment_intent);
    return intentId !== null && undecided.includes((await stripe.paymentIntents.retrieve(intentId)).status);
  });
}

/** From then on nobody can pay it. False when it is no longer open: it may have been paid. */
export async function expireSession(id: string): Promise<boolean> {
  try {
    await askStripe((stripe) => stripe.checkout.sessions.expire(id));
    return true;
  } catch (error) {
    if (error instanceof StripeFailed && error.failure === "refused") return false;
    throw error;
  }
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);
