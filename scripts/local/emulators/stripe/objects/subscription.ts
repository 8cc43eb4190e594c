import { newId } from "../ids.ts";
import type { Price, Subscription } from "./stored.ts";

type Item = Subscription["items"]["data"][number];

export interface SubscriptionItemParams {
  price: Price;
  quantity: number;
}

export interface Period {
  start: number;
  end: number;
}

/** A subscription without its items. */
export function newSubscription(
  created: number,
  currency: string,
  given: Partial<Subscription>,
): Subscription {
  const id = newId("sub_1", 23);
  return {
    id,
    object: "subscription",
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created,
    currency,
    customer: "",
    days_until_due: null,
    default_payment_method: null,
    default_tax_rates: [],
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: { object: "list", data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    metadata: {},
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    start_date: created,
    status: "incomplete",
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    ...given,
  };
}

export const automaticTax = (enabled: boolean): Subscription["automatic_tax"] => ({
  disabled_reason: null,
  enabled,
  liability: enabled ? { type: "self" } : null,
});

/** Since API version 2025-03-31 the billing period stands on the items, not on the subscription. */
export function newSubscriptionItem(
  subscription: string,
  params: SubscriptionItemParams,
  period: Period,
): Item {
  const { price, quantity } = params;
  return {
    id: newId("si", 14),
    object: "subscription_item",
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

function planOf(price: Price): Item["plan"] {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: "licensed",
  };
}
