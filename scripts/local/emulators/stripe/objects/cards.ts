/** Stripe's test cards. Source: Stripe docs, "Test card numbers" (`pm_card_…`). */
import { newId } from "../ids.ts";
import type { PaymentMethod } from "./stored.ts";

interface TestCard {
  brand: string;
  last4: string;
  /** Refused already when it is attached, or only when it is charged. */
  declines?: "attach" | "charge";
}

export const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: { brand: "visa", last4: "4242" },
  pm_card_mastercard: { brand: "mastercard", last4: "4444" },
  pm_card_jcb: { brand: "jcb", last4: "0505" },
  pm_card_amex: { brand: "amex", last4: "8431" },
  pm_card_chargeDeclined: { brand: "visa", last4: "0002", declines: "attach" },
  pm_card_chargeCustomerFail: { brand: "visa", last4: "0341", declines: "charge" },
};

export const cardBrands = ["visa", "mastercard", "jcb", "amex"] as const;
export type CardBrand = (typeof cardBrands)[number];

export function declines(method: PaymentMethod): boolean {
  return Object.values(testCards).some(
    (card) => card.declines !== undefined && card.last4 === method.card?.last4,
  );
}

export function newCard(
  { brand, last4 }: TestCard,
  created: number,
  billing: Partial<PaymentMethod["billing_details"]> = {},
): PaymentMethod {
  return {
    id: newId("pm_1", 23),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null, ...billing },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "JP",
      display_brand: brand,
      exp_month: 12,
      exp_year: new Date(created * 1000).getUTCFullYear() + 3,
      fingerprint: `${brand}${last4}`.padEnd(16, "0"),
      funding: "credit",
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
