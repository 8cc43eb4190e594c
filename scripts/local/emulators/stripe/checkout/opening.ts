/** A new Checkout Session, with everything that Stripe checks about it. */
import type { Account } from "../account.ts";
import { given } from "../api/parameters.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { type TaxedAmount, taxed } from "../billing/tax.ts";
import { newId } from "../ids.ts";
import { newSession } from "../objects/checkout-session.ts";
import { newSetupIntent } from "../objects/payments.ts";
import type { Customer, LineItem, Session } from "../objects/stored.ts";
import type { SessionParams } from "./session-parameters.ts";

export function openSession(account: Account, params: SessionParams): Session {
  const { state, now } = account;
  const customer =
    params.customer === undefined ? undefined : state.customers.get(params.customer, "customer");
  mustFit(params, customer);
  const session = newSession(now(), params.mode === "setup" ? "setup" : "subscription", {
    ...given(echoed(params)),
    automatic_tax: automaticTaxOf(params),
    cancel_url: params.cancel_url ?? null,
    currency: params.mode === "setup" ? (params.currency ?? null) : "jpy",
    customer: customer?.id ?? null,
    customer_details: customer ? detailsOf(customer) : null,
    metadata: params.metadata,
    success_url: params.success_url,
  });
  if (params.mode === "setup") setUp(account, session);
  else sell(account, session, params);
  return state.sessions.add(session);
}

/** The parameters that the session returns unchanged. */
function echoed({ allowed_payment_method_types, client_reference_id, locale }: SessionParams) {
  return {
    allowed_payment_method_types,
    client_reference_id,
    locale,
    payment_method_types: allowed_payment_method_types,
  };
}

function setUp(account: Account, session: Session): void {
  const { customer, payment_method_types } = session;
  const intent = newSetupIntent(account.now(), { customer, payment_method_types });
  account.state.setupIntents.add(intent);
  session.setup_intent = intent.id;
  account.record("setup_intent.created", intent);
}

function sell(account: Account, session: Session, params: SessionParams): void {
  const { subscription_data: data, line_items: wanted = [] } = params;
  const lineItems = wanted.map((item, index) => {
    const price = account.state.prices.get(item.price, `line_items[${index}][price]`);
    const amount = taxed(price, item.quantity, params.automatic_tax?.enabled === true);
    return lineItemOf(item.quantity, price, amount);
  });
  account.state.orders.add({
    id: session.id,
    object: "order",
    lineItems,
    metadata: data?.metadata ?? {},
  });
  const sum = (field: "amount_subtotal" | "amount_tax" | "amount_total") =>
    lineItems.reduce((total, item) => total + item[field], 0);
  session.amount_subtotal = sum("amount_subtotal");
  session.amount_total = sum("amount_total");
  session.total_details = { amount_discount: 0, amount_shipping: 0, amount_tax: sum("amount_tax") };
}

function lineItemOf(quantity: number, price: NonNullable<LineItem["price"]>, amount: TaxedAmount): LineItem {
  const { tax, total, rate } = amount;
  return {
    id: newId("li_1", 23),
    object: "item",
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: tax,
    amount_total: total,
    currency: price.currency,
    description: price.product,
    metadata: {},
    price,
    quantity,
    taxes: rate
      ? [{ amount: tax, rate, taxability_reason: "standard_rated", taxable_amount: total - tax }]
      : [],
  };
}

function automaticTaxOf({ automatic_tax: tax }: SessionParams): Session["automatic_tax"] {
  if (!tax?.enabled) return { enabled: false, liability: null, provider: null, status: null };
  return { enabled: true, liability: { type: "self" }, provider: "stripe", status: "complete" };
}

export function detailsOf(customer: Customer): Session["customer_details"] {
  const { address = null, email, name = null, phone = null } = customer;
  return {
    address,
    email,
    name,
    phone,
    tax_exempt: "none",
    tax_ids: [],
  };
}

function mustFit(
  {
    mode,
    automatic_tax: tax,
    line_items: items,
    currency,
    allowed_payment_method_types: types,
  }: SessionParams,
  customer: Customer | undefined,
): void {
  if (mode === "subscription" && !items) throw missing("line_items");
  if (mode === "setup" && !currency && !types) throw missing("currency");
  if (!tax?.enabled || !customer || customer.address?.country) return;
  throw invalidRequest("Automatic tax calculation in Checkout requires a valid address on the Customer.", {
    code: "customer_tax_location_invalid",
  });
}

const missing = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
