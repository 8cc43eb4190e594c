import { newId } from "../ids.ts";
import type { PaymentMethod } from "./stored.ts";

export const cardBrands = ["visa", "mastercard", "jcb", "amex"] as const;
export type CardBrand = (typeof cardBrands)[number];

/** Of Stripe's test cards. Source: Stripe docs, "Test card numbers". */
export const lastDigits: Record<CardBrand, string> = {
  visa: "4242",
  mastercard: "4444",
  jcb: "0505",
  amex: "8431",
};

export function newCard(
  brand: CardBrand,
  created: number,
  billing: Partial<PaymentMethod["billing_details"]> = {},
): PaymentMethod {
  const last4 = lastDigits[brand];
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
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
    },
    created,
    customer: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
