/** Subscriptions of the standard plan, their invoices and refunds. Source: Stripe API reference. */
import type Stripe from "stripe";
import { environment, numericEnvironment } from "../../runtime/environment.ts";
import { askStripe } from "./client.ts";
import { StripeFailed } from "./failure.ts";

export interface SubscriptionFacts {
  id: string;
  /** `sub` of the customer it was made for. */
  owner: string | undefined;
  attempt: string | undefined;
  paidBy: "card" | "invoice";
  /** `lasting`: paid, or within what Stripe allows for paying late. `begun`: its first payment is still to come. */
  state: "begun" | "lasting" | "ended";
  invoiceId: string | null;
}

const states: Readonly<Record<string, SubscriptionFacts["state"]>> = {
  incomplete: "begun",
  active: "lasting",
  trialing: "lasting",
  past_due: "lasting",
};

export const subscriptionFacts = (subscription: Stripe.Subscription): SubscriptionFacts => ({
  id: subscription.id,
  owner: subscription.metadata.sub,
  attempt: subscription.metadata.attempt,
  paidBy: subscription.collection_method === "send_invoice" ? "invoice" : "card",
  state: states[subscription.status] ?? "ended",
  invoiceId:
    typeof subscription.latest_invoice === "string"
      ? subscription.latest_invoice
      : (subscription.latest_invoice?.id ?? null),
});

export const readSubscription = async (id: string): Promise<SubscriptionFacts> =>
  subscriptionFacts(await askStripe((stripe) => stripe.subscriptions.retrieve(id)));

interface InvoicedWish {
  sub: string;
  customerId: string;
  stripeCustomerId: string;
  attempt: number;
}

/** Begins at once; its invoice is paid by transfer to a Japanese bank account. */
export async function subscribeByInvoice(
  { stripeCustomerId, attempt, sub, customerId }: InvoicedWish,
  idempotencyKey: string,
): Promise<SubscriptionFacts> {
  const subscription = await askStripe((stripe) =>
    stripe.subscriptions.create(
      {
        customer: stripeCustomerId,
        items: [{ price: environment("STRIPE_PRICE_ID"), quantity: 1 }],
        automatic_tax: { enabled: true },
        collection_method: "send_invoice",
        days_until_due: numericEnvironment("INVOICE_DAYS_UNTIL_DUE"),
        payment_settings: {
          payment_method_types: ["customer_balance"],
          payment_method_options: {
            customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "jp_bank_transfer" } },
          },
        },
        metadata: { sub, customerId, attempt: String(attempt) },
      },
      { idempotencyKey },
    ),
  );
  return subscriptionFacts(subscription);
}

/** The subscription of that attempt, when there is one whatever the call that made it answered. */
export async function findSubscription(
  stripeCustomerId: string,
  attempt: number,
): Promise<SubscriptionFacts | undefined> {
  const { data } = await askStripe((stripe) =>
    stripe.subscriptions.list({ customer: stripeCustomerId, limit: 100 }),
  );
  return data.map(subscriptionFacts).find((each) => each.attempt === String(attempt));
}

export const setSubscriptionCard = (id: string, card: string): Promise<unknown> =>
  askStripe((stripe) => stripe.subscriptions.update(id, { default_payment_method: card }));

/** As if it had never been: what was paid is given back, what is owed is no longer owed, and it ends. */
export async function undoSubscription({ id, invoiceId }: SubscriptionFacts): Promise<void> {
  if (invoiceId !== null) await undoInvoice(invoiceId, id);
  await unlessDone(askStripe((stripe) => stripe.subscriptions.cancel(id)));
}

async function undoInvoice(invoiceId: string, subscriptionId: string): Promise<void> {
  const { status } = await askStripe((stripe) => stripe.invoices.retrieve(invoiceId));
  if (status === "paid") await refund(invoiceId, subscriptionId);
  if (status === "draft") {
    await askStripe((stripe) => stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: false }));
  }
  if (status === "draft" || status === "open") {
    await unlessDone(askStripe((stripe) => stripe.invoices.voidInvoice(invoiceId)));
  }
}

async function refund(invoiceId: string, subscriptionId: string): Promise<void> {
  const { data } = await askStripe((stripe) => stripe.invoicePayments.list({ invoice: invoiceId }));
  for (const { id, payment } of data) {
    if (payment.payment_intent === undefined || payment.payment_intent === null) continue;
    const intent =
      typeof payment.payment_intent === "string" ? payment.payment_intent : payment.payment_intent.id;
    const idempotencyKey = `refund/${subscriptionId}/${id}`;
    await unlessDone(
      askStripe((stripe) =>
        stripe.refunds.create({ payment_intent: intent, reason: "duplicate" }, { idempotencyKey }),
      ),
    );
  }
}

/** What is cancelled, void or given back already is refused, and is as it should be. */
async function unlessDone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof StripeFailed) || error.failure !== "refused") throw error;
  }
}

export interface InvoiceFacts {
  id: string;
  subscriptionId: string | undefined;
  isOwed: boolean;
  /** Stripe's page to pay it on. */
  page: string | undefined;
}

export async function readInvoice(id: string): Promise<InvoiceFacts> {
  const invoice = await askStripe((stripe) => stripe.invoices.retrieve(id));
  const subscription = invoice.parent?.subscription_details?.subscription;
  return {
    id,
    subscriptionId: typeof subscription === "string" ? subscription : subscription?.id,
    isOwed: invoice.status === "open" || invoice.status === "uncollectible",
    page: invoice.hosted_invoice_url ?? undefined,
  };
}
