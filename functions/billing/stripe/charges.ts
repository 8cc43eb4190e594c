/** Refunds and disputes. Source: Stripe API reference, "Charges", "Disputes". */
import type Stripe from "stripe";
import { callStripe, idOf } from "./client.ts";
import { invoiceOfCharge } from "./invoices.ts";

export interface ChargeFacts {
  id: string;
  /** The whole amount was refunded. */
  isRefunded: boolean;
  /** The invoice that it paid; null if none. */
  invoiceId: string | null;
}

export async function readCharge(id: string): Promise<ChargeFacts> {
  const charge = await callStripe((stripe) => stripe.charges.retrieve(id));
  return { id, isRefunded: charge.refunded, invoiceId: await invoiceOfCharge(charge) };
}

export interface DisputeFacts {
  id: string;
  status: Stripe.Dispute["status"];
  /** The invoice whose payment is disputed; null if it has no subscription. */
  invoiceId: string | null;
}

export async function readDispute(id: string): Promise<DisputeFacts> {
  const { status, charge } = await callStripe((stripe) => stripe.disputes.retrieve(id));
  const { invoiceId } = await readCharge(idOf(charge) ?? "");
  return { id, status, invoiceId };
}
