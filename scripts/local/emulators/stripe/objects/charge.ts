import { newId, randomLetters } from "../ids.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./stored.ts";

export function newCharge(created: number, intent: PaymentIntent, method: PaymentMethod | undefined): Charge {
  const card = method?.card;
  return {
    id: newId("ch_3", 23),
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    balance_transaction: newId("txn_3", 23),
    billing_details: method?.billing_details ?? {
      address: null,
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    captured: true,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    fraud_details: {},
    livemode: false,
    metadata: {},
    paid: true,
    payment_intent: intent.id,
    payment_method: method?.id ?? null,
    payment_method_details: card
      ? { type: "card", card: chargedCard(card, intent.amount) }
      : { type: "customer_balance", customer_balance: {} },
    receipt_url: `/receipts/payment/${randomLetters(60)}`,
    refunded: false,
    status: "succeeded",
  };
}

type ChargedCard = NonNullable<NonNullable<Charge["payment_method_details"]>["card"]>;

function chargedCard(card: NonNullable<PaymentMethod["card"]>, amount: number): ChargedCard {
  return {
    amount_authorized: amount,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    last4: card.last4,
    network: card.brand,
    network_token: { used: false },
    regulated_status: card.regulated_status,
  };
}
