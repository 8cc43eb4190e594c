/** Payments that went back to the payer. Source: Stripe API reference, "List all charges", "List all disputes". */
import type Stripe from "stripe";
import { callStripe, idOf } from "./client.ts";

export interface Reversal {
  /** Yen, of the payment. */
  refunded: number;
  /** The bank took the payment back after a dispute. */
  isChargedBack: boolean;
}

/** By the payment intent: its latest charge. */
export type Reversals = ReadonlyMap<string, Reversal>;

/** Of the customer's latest 100 charges. Asks once. Throws `StripeCallError`. */
export async function readReversals(customer: string): Promise<Reversals> {
  const { data } = await callStripe((stripe) =>
    stripe.charges.list({ customer, limit: 100 }, { maxNetworkRetries: 0 }),
  );
  return reversalsOf(data);
}

/** Of all the customer's charges. Throws `StripeCallError`. */
export async function listReversals(customer: string): Promise<Reversals> {
  const charges = await callStripe((stripe) =>
    Array.fromAsync(stripe.charges.list({ customer, limit: 100 })),
  );
  return reversalsOf(charges);
}

async function reversalsOf(charges: readonly Stripe.Charge[]): Promise<Reversals> {
  const reversed = charges.filter(({ amount_refunded, disputed }) => amount_refunded > 0 || disputed);
  const entries = await Promise.all(
    reversed.map(async ({ id, payment_intent, amount_refunded: refunded, disputed }) => {
      const isChargedBack = disputed && (await isLost(id));
      return [idOf(payment_intent) ?? "", { refunded, isChargedBack }] as const;
    }),
  );
  return new Map(entries);
}

/** A dispute that goes on, or was won, leaves the payment with the seller. */
async function isLost(charge: string): Promise<boolean> {
  const { data } = await callStripe((stripe) => stripe.disputes.list({ charge, limit: 1 }));
  return data[0]?.status === "lost";
}
