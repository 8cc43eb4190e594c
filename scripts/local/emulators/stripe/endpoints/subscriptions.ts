import type { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { matching, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { invalidRequest, resourceMissing } from "../api/stripe-error.ts";
import { beginSubscription, endSubscription, ownMethod } from "../billing/subscribing.ts";
import type { Customer, Subscription } from "../objects/stored.ts";
import { automaticTax } from "../objects/subscription.ts";
import {
  cancelSubscription,
  createSubscription,
  listSubscriptions,
  type PaymentSettingsParams,
  updateSubscription,
} from "./subscription-parameters.ts";

export function subscriptionEndpoints(account: Account): Endpoints {
  const { state } = account;
  return {
    "POST /v1/subscriptions": endpoint(createSubscription, (params) => create(account, params)),
    "POST /v1/subscriptions/{id}": endpoint(updateSubscription, (params, id) => {
      const subscription = state.subscriptions.get(id);
      account.change(subscription, patchOf(account, subscription, params), "customer.subscription.updated");
      return subscription;
    }),
    "DELETE /v1/subscriptions/{id}": endpoint(cancelSubscription, ({ cancellation_details: said }, id) => {
      const subscription = state.subscriptions.get(id);
      if (hasEnded(subscription)) throw resourceMissing("subscription", id);
      endSubscription(account, subscription, "cancellation_requested", said);
      return subscription;
    }),
    "GET /v1/subscriptions/{id}": plain((id) => state.subscriptions.get(id)),
    // Without a status, a list leaves out what was canceled.
    "GET /v1/subscriptions": endpoint(listSubscriptions, ({ customer, status, ...page }) => {
      const found = matching(state.subscriptions.newestFirst(), { customer });
      const listed = found.filter((each) => status === "all" || each.status !== "canceled");
      return pageOf(listed, "/v1/subscriptions", page);
    }),
  };
}

function create(account: Account, params: z.output<typeof createSubscription>): Subscription {
  const { state } = account;
  const customer = state.customers.get(params.customer, "customer");
  const items = params.items.map(({ price, quantity }, index) => ({
    price: state.prices.get(price, `items[${index}][price]`),
    quantity,
  }));
  if (params.automatic_tax?.enabled) mustHaveAddress(customer);
  mustHaveEmail(customer);
  return beginSubscription(account, items, {
    customer: customer.id,
    automatic_tax: automaticTax(params.automatic_tax?.enabled ?? false),
    collection_method: "send_invoice",
    days_until_due: daysUntilDue(params),
    metadata: params.metadata ?? {},
    status: "active",
    ...settingsOf(params.payment_settings),
  }).subscription;
}

type UpdateParams = z.output<typeof updateSubscription>;

function patchOf(account: Account, subscription: Subscription, params: UpdateParams): Partial<Subscription> {
  const {
    cancellation_details: said,
    metadata,
    payment_settings,
    cancel_at,
    pause_collection,
    ...rest
  } = params;
  const fields = parameter.given(rest);
  if (hasEnded(subscription) && Object.keys(fields).length > 0) {
    throw invalidRequest("A canceled subscription can only update its cancellation_details and metadata.");
  }
  if (fields.default_payment_method !== undefined) {
    const customer = account.state.customers.get(subscription.customer);
    ownMethod(account, customer, fields.default_payment_method, "default_payment_method");
  }
  const details = subscription.cancellation_details;
  return {
    ...fields,
    ...(fields.collection_method === "charge_automatically" && { days_until_due: null }),
    ...(metadata && { metadata: parameter.mergeMetadata(subscription.metadata, metadata) }),
    ...(payment_settings && settingsOf(payment_settings)),
    ...(said && details && { cancellation_details: { ...details, ...parameter.given(said) } }),
    ...(pause_collection !== undefined && { pause_collection: pauseOf(pause_collection) }),
    ...endOf(account, subscription, { cancel_at, cancel_at_period_end: fields.cancel_at_period_end }),
  };
}

const pauseOf = (pause: NonNullable<UpdateParams["pause_collection"]>): Subscription["pause_collection"] =>
  pause === "" ? null : { ...pause, resumes_at: null };

/** An end on a date is taken away with the date: that it is not to end with its period changes nothing of it. */
function endOf(
  account: Account,
  subscription: Subscription,
  {
    cancel_at: date,
    cancel_at_period_end: withPeriod,
  }: Pick<UpdateParams, "cancel_at" | "cancel_at_period_end">,
): Partial<Subscription> {
  if (date !== undefined && withPeriod !== undefined)
    throw invalidRequest("You can only specify one of `cancel_at` and `cancel_at_period_end`.");
  if (date !== undefined) return { ...ending(account, date || null), cancel_at_period_end: false };
  if (withPeriod === undefined) return {};
  if (!withPeriod) return subscription.cancel_at_period_end ? ending(account, null) : {};
  return ending(account, subscription.items.data[0]?.current_period_end ?? null);
}

const ending = (account: Account, cancel_at: number | null) => ({
  cancel_at,
  canceled_at: cancel_at === null ? null : account.now(),
});

function settingsOf(params: PaymentSettingsParams = {}): Pick<Subscription, "payment_settings"> {
  const transfer = params.payment_method_options?.customer_balance;
  return {
    payment_settings: {
      payment_method_options: transfer ? { customer_balance: transfer } : null,
      payment_method_types: params.payment_method_types ?? null,
      save_default_payment_method: "off",
    },
  };
}

const hasEnded = ({ status }: Subscription): boolean =>
  status === "canceled" || status === "incomplete_expired";

function daysUntilDue({ days_until_due: days }: z.output<typeof createSubscription>): number {
  if (days !== undefined) return days;
  throw invalidRequest(
    "You must specify `days_until_due` when `collection_method` is set to `send_invoice`.",
    { code: "parameter_missing", param: "days_until_due" },
  );
}

function mustHaveEmail({ email }: Customer): void {
  if (email) return;
  throw invalidRequest(
    "Missing email. In order to create invoices that are sent to the customer, the customer must have a valid email.",
  );
}

function mustHaveAddress({ address }: Customer): void {
  if (address?.country) return;
  throw invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: "customer_tax_location_invalid", param: "automatic_tax[enabled]" },
  );
}
