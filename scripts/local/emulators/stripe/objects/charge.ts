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
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: newId("txn_3", 23),
    billing_details: method?.billing_details ?? {
      address: null,
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: null,
    captured: true,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: method?.id ?? null,
    payment_method_details: card
      ? { type: "card", card: chargedCard(card, intent.amount) }
      : { type: "customer_balance", customer_balance: {} },
    receipt_email: null,
    receipt_number: null,
    receipt_url: `/receipts/payment/${randomLetters(60)}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

type ChargedCard = NonNullable<NonNullable<Charge["payment_method_details"]>["card"]>;

function chargedCard(card: NonNullable<PaymentMethod["card"]>, amount: number): ChargedCard {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
