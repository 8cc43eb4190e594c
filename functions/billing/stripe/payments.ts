/**
 * A customer's payments, with refunds and disputes. Source: Stripe API reference, "List all charges", "List
 * all disputes".
 */
import type Stripe from "stripe";
import { callStripe, idOf } from "./client.ts";

export interface CustomerPayment {
  /** Yen. */
  paid: number;
  /** Seconds since the epoch. */
  paidAt: number;
  /** Stripe's type: `card`, or `customer_balance` for a bank transfer. */
  method: string | undefined;
  /** Refunded yen. */
  refunded: number;
  /** The bank took the payment back after a dispute. */
  isChargedBack: boolean;
}

/** Payments by the id of their payment intent. */
export type Payments = ReadonlyMap<string, CustomerPayment>;

/** Returns the payments of the customer's latest 100 charges. Does not retry. Throws `StripeCallError`. */
export async function readPayments(customer: string): Promise<Payments> {
  const { data } = await callStripe((stripe) =>
    stripe.charges.list({ customer, limit: 100 }, { maxNetworkRetries: 0 }),
  );
  return paymentsOf(data);
}

/** Returns the payments of all the customer's charges. Throws `StripeCallError`. */
export async function listPayments(customer: string): Promise<Payments> {
  const charges = await callStripe((stripe) =>
    Array.fromAsync(stripe.charges.list({ customer, limit: 100 })),
  );
  return paymentsOf(charges);
}

/** A payment intent has one succeeded charge, besides declined ones. */
async function paymentsOf(charges: readonly Stripe.Charge[]): Promise<Payments> {
  const succeeded = charges.filter(({ status }) => status === "succeeded");
  const entries = await Promise.all(
    succeeded.map(async (charge) => [idOf(charge.payment_intent) ?? "", await paymentOf(charge)] as const),
  );
  return new Map(entries);
}

async function paymentOf(charge: Stripe.Charge): Promise<CustomerPayment> {
  const { id, amount, created, payment_method_details: details, amount_refunded, disputed } = charge;
  return {
    paid: amount,
    paidAt: created,
    method: details?.type,
    refunded: amount_refunded,
    isChargedBack: disputed && (await isLost(id)),
  };
}

/** Returns true for a lost dispute. After a pending or won one, the seller has the payment. */
async function isLost(charge: string): Promise<boolean> {
  const { data } = await callStripe((stripe) => stripe.disputes.list({ charge, limit: 1 }));
  return data[0]?.status === "lost";
}
