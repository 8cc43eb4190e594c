/** Payment intents, invoice payments, setup intents and refunds. */
import { newId, randomLetters } from "../ids.ts";
import type { Charge, Invoice, InvoicePayment, PaymentIntent, Refund, SetupIntent } from "./stored.ts";

export function newPaymentIntent(created: number, invoice: Invoice, methodTypes: string[]): PaymentIntent {
  const id = newId("pi_3", 23);
  return {
    id,
    object: "payment_intent",
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${randomLetters(25)}`,
    confirmation_method: "automatic",
    created,
    currency: invoice.currency,
    customer: invoice.customer,
    description: "Subscription creation",
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    payment_method: null,
    payment_method_options: {},
    payment_method_types: methodTypes,
    setup_future_usage: "off_session",
    status: "requires_payment_method",
  };
}

export function newInvoicePayment(created: number, invoice: Invoice, intent: PaymentIntent): InvoicePayment {
  return {
    id: newId("inpay_1", 23),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
}

export function newSetupIntent(created: number, given: Partial<SetupIntent>): SetupIntent {
  const id = newId("seti_1", 23);
  return {
    id,
    object: "setup_intent",
    client_secret: `${id}_secret_${randomLetters(25)}`,
    created,
    customer: null,
    livemode: false,
    metadata: {},
    payment_method: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    status: "requires_payment_method",
    usage: "off_session",
    ...given,
  };
}

export function newRefund(created: number, charge: Charge, given: Pick<Refund, "amount" | "reason">): Refund {
  return {
    id: newId("re_3", 23),
    object: "refund",
    balance_transaction: newId("txn_3", 23),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    destination_details: { type: "card" },
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    status: "succeeded",
    ...given,
  };
}
