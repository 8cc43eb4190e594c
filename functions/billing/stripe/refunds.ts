/** Refunds. Source: Stripe API reference, "Refunds"; Stripe docs, "Refund bank transfer payments". */
import type Stripe from "stripe";
import { callStripe, idOf } from "./client.ts";

export interface RefundFacts {
  id: string;
  /**
   * `pending`: Stripe sends the money. `requires_action`: Stripe has asked the payer for bank details by
   * mail.
   */
  status: Stripe.Refund["status"];
  /** Yen. */
  amount: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** When Stripe gives up, in milliseconds since the epoch. Undefined unless Stripe waits for the payer. */
  expiresAt: number | undefined;
  /** The e-mail address that Stripe asked for the bank details. */
  askedAt: string | undefined;
  chargeId: string;
}

export const readRefund = async (id: string): Promise<RefundFacts> =>
  refundOf(await callStripe((stripe) => stripe.refunds.retrieve(id)));

/** Returns the refunds of a charge, newest first. */
export async function listRefunds(charge: string): Promise<RefundFacts[]> {
  const { data } = await callStripe((stripe) => stripe.refunds.list({ charge, limit: 100 }));
  return data.map(refundOf);
}

function refundOf({ id, status, amount, created, next_action, charge }: Stripe.Refund): RefundFacts {
  const { email_sent, expires_at } = next_action?.display_details ?? {};
  return {
    id,
    status,
    amount,
    createdAt: created * 1000,
    expiresAt: expires_at === undefined ? undefined : expires_at * 1000,
    askedAt: email_sent?.email_sent_to,
    chargeId: idOf(charge) ?? "",
  };
}
