import { z } from "zod";
import { type CancellationReason, cancellationReasons } from "#shared/enums.ts";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { reading } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { invalidRequest, resourceMissing } from "../api/stripe-error.ts";
import { beginSubscription, endSubscription, ownMethod } from "../billing/subscribing.ts";
import { newId } from "../ids.ts";
import { type Coupon, type Customer, type Discount, type Subscription, stored } from "../objects/stored.ts";

const { text, integer, boolean, metadata } = parameter;

const customerBalance = z.strictObject({
  funding_type: z.literal("bank_transfer"),
  bank_transfer: z.strictObject({ type: z.literal("jp_bank_transfer") }),
});

const paymentSettings = z.strictObject({
  payment_method_types: z.array(z.enum(["card", "customer_balance"])).optional(),
  payment_method_options: z.strictObject({ customer_balance: customerBalance }).optional(),
});

const cancellationDetails = z.strictObject({
  comment: text().optional(),
  feedback: z.enum(Object.keys(cancellationReasons) as CancellationReason[]).optional(),
});

const pauseCollection = z.strictObject({
  behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]),
  resumes_at: integer().optional(),
});

const common = {
  days_until_due: integer().optional(),
  metadata: metadata().optional(),
  payment_settings: paymentSettings.optional(),
};

const item = z.strictObject({
  price: text(),
  quantity: integer(1).default(1),
});

/** By invoice: one that a card pays begins on the hosted page. */
const createSubscription = z.strictObject({
  ...common,
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  customer: text(),
  items: z.array(item).min(1),
  collection_method: z.literal("send_invoice"),
  days_until_due: integer(),
});

const updateSubscription = z.strictObject({
  ...common,
  /** Seconds since the epoch; the empty string takes the date away. */
  cancel_at: z.union([z.literal(""), integer()]).optional(),
  cancel_at_period_end: boolean().optional(),
  cancellation_details: cancellationDetails.optional(),
  collection_method: z.enum(["charge_automatically", "send_invoice"]).optional(),
  default_payment_method: text().optional(),
  discounts: z.array(z.strictObject({ coupon: text() })).optional(),
  /** Seconds since the epoch: free until then. */
  trial_end: integer().optional(),
  pause_collection: z.union([z.literal(""), pauseCollection]).optional(),
});

/** An operator's discount for some customers. */
const createCoupon = z.strictObject({ percent_off: integer(1), duration: z.literal("forever") });

const createSchedule = z.strictObject({ from_subscription: text() });

const cancelSubscription = z.strictObject({ cancellation_details: cancellationDetails.optional() });

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
    "POST /v1/coupons": endpoint(createCoupon, (given) =>
      state.coupons.add(stored<Coupon>({ id: newId("coupon", 8), object: "coupon", ...given })),
    ),
    /** The phases are not kept: a schedule only stands in the way of changes. */
    "POST /v1/subscription_schedules": endpoint(createSchedule, ({ from_subscription: id }) => {
      const subscription = state.subscriptions.get(id, "from_subscription");
      const schedule = newId("sub_sched_1", 23);
      account.change(subscription, { schedule }, "customer.subscription.updated");
      return { id: schedule, object: "subscription_schedule", status: "active", subscription: id };
    }),
    "POST /v1/subscription_schedules/{id}/release": plain((id) => {
      const subscription = state.subscriptions.newestFirst().find(({ schedule }) => schedule === id);
      if (!subscription) throw resourceMissing("subscription_schedule", id);
      account.change(subscription, { schedule: null }, "customer.subscription.updated");
      return { id, object: "subscription_schedule", status: "released", subscription: null };
    }),
    ...reading("/v1/subscriptions", state.subscriptions, {
      collection_method: z.enum(["charge_automatically", "send_invoice"]).optional(),
      customer: text().optional(),
      status: z.literal("all").optional().transform(listed),
    }),
  };
}

/** Without a status, a list leaves out what was canceled. */
const listed = (wanted?: "all") => (each: Subscription) => wanted === "all" || each.status !== "canceled";

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
    automatic_tax: stored({ enabled: params.automatic_tax?.enabled ?? false }),
    collection_method: "send_invoice",
    days_until_due: params.days_until_due,
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
    discounts,
    trial_end,
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
    ...(discounts && { discounts: discounts.map(({ coupon }) => newDiscount(account, coupon).id) }),
    ...(trial_end !== undefined && trialUntil(subscription, trial_end)),
    ...(pause_collection !== undefined && { pause_collection: pauseOf(pause_collection) }),
    ...endOf(subscription, { cancel_at, cancel_at_period_end: fields.cancel_at_period_end }),
  };
}

const pauseOf = (pause: NonNullable<UpdateParams["pause_collection"]>): Subscription["pause_collection"] =>
  pause === "" ? null : { resumes_at: null, ...pause };

function newDiscount({ state }: Account, coupon: string): Discount {
  state.coupons.get(coupon, "discounts[0][coupon]");
  const source = { type: "coupon", coupon } as const;
  return state.discounts.add(stored<Discount>({ id: newId("di_1", 23), object: "discount", source }));
}

const trialUntil = ({ items }: Subscription, end: number): Partial<Subscription> => ({
  status: "trialing",
  trial_end: end,
  items: { ...items, data: items.data.map((each) => ({ ...each, current_period_end: end })) },
});

/** An end on a date is taken away with the date: that it is not to end with its period changes nothing of it. */
function endOf(
  subscription: Subscription,
  {
    cancel_at: date,
    cancel_at_period_end: withPeriod,
  }: Pick<UpdateParams, "cancel_at" | "cancel_at_period_end">,
): Partial<Subscription> {
  if (subscription.schedule && (date !== undefined || withPeriod !== undefined))
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  if (date !== undefined && withPeriod !== undefined)
    throw invalidRequest("You can only specify one of `cancel_at` and `cancel_at_period_end`.");
  if (date !== undefined) return { cancel_at: date || null, cancel_at_period_end: false };
  if (withPeriod === undefined) return {};
  if (!withPeriod) return subscription.cancel_at_period_end ? { cancel_at: null } : {};
  return { cancel_at: subscription.items.data[0]?.current_period_end ?? null };
}

function settingsOf(params: z.output<typeof paymentSettings> = {}): Pick<Subscription, "payment_settings"> {
  const { payment_method_options = null, payment_method_types = null } = params;
  return { payment_settings: stored({ payment_method_options, payment_method_types }) };
}

const hasEnded = ({ status }: Subscription): boolean =>
  status === "canceled" || status === "incomplete_expired";

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
