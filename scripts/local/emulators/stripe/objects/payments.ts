/** Cards, charges, payment intents, invoice payments, refunds and disputes. */
import { newId } from "../ids.ts";
import {
  type Charge,
  type Dispute,
  type Invoice,
  type InvoicePayment,
  type PaymentIntent,
  type PaymentMethod,
  type Refund,
  stored,
} from "./stored.ts";

export const cardBrands = ["visa", "mastercard", "jcb", "amex"] as const;
export type CardBrand = (typeof cardBrands)[number];

/** Of Stripe's test cards. Source: Stripe docs, "Test card numbers". */
export const lastDigits: Record<CardBrand, string> = {
  visa: "4242",
  mastercard: "4444",
  jcb: "0505",
  amex: "8431",
};

export const newCard = (brand: CardBrand, created: number, customer: string | null): PaymentMethod =>
  stored<PaymentMethod>({
    id: newId("pm_1", 23),
    object: "payment_method",
    card: {
      brand,
      country: "JP",
      exp_month: 12,
      exp_year: new Date(created * 1000).getUTCFullYear() + 3,
      last4: lastDigits[brand],
    },
    created,
    customer,
    type: "card",
  });

export function newCharge(created: number, intent: PaymentIntent, method: PaymentMethod | undefined): Charge {
  return stored<Charge>({
    id: newId("ch_3", 23),
    object: "charge",
    amount: intent.amount,
    amount_refunded: 0,
    created,
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    paid: true,
    payment_intent: intent.id,
    payment_method: method?.id ?? null,
    payment_method_details: { type: method ? "card" : "customer_balance" },
    refunded: false,
    status: "succeeded",
  });
}

export const newPaymentIntent = (created: number, invoice: Invoice, methodTypes: string[]): PaymentIntent =>
  stored<PaymentIntent>({
    id: newId("pi_3", 23),
    object: "payment_intent",
    amount: invoice.amount_due,
    created,
    currency: invoice.currency,
    customer: invoice.customer,
    payment_method_types: methodTypes,
    status: "requires_payment_method",
  });

export const newInvoicePayment = (created: number, invoice: Invoice, intent: PaymentIntent): InvoicePayment =>
  stored<InvoicePayment>({
    id: newId("inpay_1", 23),
    object: "invoice_payment",
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
  });

const day = 24 * 60 * 60;

/** `payer`: of a bank transfer, whom Stripe asks by mail for a bank account, for 45 days. */
export const newRefund = (
  created: number,
  charge: Charge,
  given: Pick<Refund, "amount" | "reason">,
  payer?: string,
): Refund =>
  stored<Refund>({
    id: newId("re_3", 23),
    object: "refund",
    charge: charge.id,
    created,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: payer === undefined ? "succeeded" : "requires_action",
    ...(payer !== undefined && {
      next_action: {
        type: "display_details",
        display_details: {
          email_sent: { email_sent_at: created, email_sent_to: payer },
          expires_at: created + 45 * day,
        },
      },
    }),
    ...given,
  });

export const newDispute = (created: number, charge: Charge): Dispute =>
  stored<Dispute>({
    id: newId("du_1", 23),
    object: "dispute",
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  });
