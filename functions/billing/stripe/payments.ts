/** A customer's payments, and what went back to the payer. Source: Stripe API reference, "List all charges", "List all disputes". */
import type Stripe from "stripe";
import { callStripe, idOf } from "./client.ts";

export interface CustomerPayment {
  /** Yen. */
  paid: number;
  /** Seconds since the epoch. */
  paidAt: number;
  /** Stripe's type: `card`, or `customer_balance` for a bank transfer. */
  method: string | undefined;
  /** Yen, of the payment. */
  refunded: number;
  /** The bank took the payment back after a dispute. */
  isChargedBack: boolean;
}

/** By the payment intent. */
export type Payments = ReadonlyMap<string, CustomerPayment>;

/** Of the customer's latest 100 charges. Asks once. Throws `StripeCallError`. */
export async function readPayments(customer: string): Promise<Payments> {
  const { data } = await callStripe((stripe) =>
    stripe.charges.list({ customer, limit: 100 }, { maxNetworkRetries: 0 }),
  );
  return paymentsOf(data);
}

/** Of all the customer's charges. Throws `StripeCallError`. */
export async function listPayments(customer: string): Promise<Payments> {
  const charges = await callStripe((stripe) =>
    Array.fromAsync(stripe.charges.list({ customer, limit: 100 })),
  );
  return paymentsOf(charges);
}

/** A payment intent has one charge that succeeded, beside those that were declined. */
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

/** A dispute that goes on, or was won, leaves the payment with the seller. */
async function isLost(charge: string): Promise<boolean> {
  const { data } = await callStripe((stripe) => stripe.disputes.list({ charge, limit: 1 }));
  return data[0]?.status === "lost";
}
