/** A new Checkout Session, with everything that Stripe checks about it. */
import type { Account } from "../account.ts";
import { given } from "../api/parameters.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { type TaxedAmount, taxed } from "../billing/tax.ts";
import { newId } from "../ids.ts";
import { newSession } from "../objects/checkout-session.ts";
import { newSetupIntent } from "../objects/payments.ts";
import type { Customer, LineItem, Session } from "../objects/stored.ts";
import type { SessionWish } from "./session-parameters.ts";

export function openSession(account: Account, wish: SessionWish): Session {
  const { state, now } = account;
  const customer = wish.customer === undefined ? undefined : state.customers.get(wish.customer, "customer");
  mustFit(wish, customer);
  const session = newSession(now(), wish.mode === "setup" ? "setup" : "subscription", {
    ...given(echoed(wish)),
    automatic_tax: automaticTaxOf(wish),
    cancel_url: wish.cancel_url ?? null,
    currency: wish.mode === "setup" ? (wish.currency ?? null) : "jpy",
    customer: customer?.id ?? null,
    customer_details: customer ? detailsOf(customer) : null,
    metadata: wish.metadata,
    success_url: wish.success_url,
  });
  if (wish.mode === "setup") setUp(account, session);
  else sell(account, session, wish);
  return state.sessions.add(session);
}

/** What the session merely repeats. */
function echoed({ allowed_payment_method_types, client_reference_id, locale }: SessionWish) {
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

function sell(account: Account, session: Session, wish: SessionWish): void {
  const { subscription_data: data, line_items: wanted = [] } = wish;
  const lineItems = wanted.map((item, index) => {
    const price = account.state.prices.get(item.price, `line_items[${index}][price]`);
    const amount = taxed(price, item.quantity, wish.automatic_tax?.enabled === true);
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
    adjustable_quantity: null,
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

function automaticTaxOf({ automatic_tax: tax }: SessionWish): Session["automatic_tax"] {
  if (!tax?.enabled) return { enabled: false, liability: null, provider: null, status: null };
  return { enabled: true, liability: { type: "self" }, provider: "stripe", status: "complete" };
}

export function detailsOf(customer: Customer): Session["customer_details"] {
  const { address = null, email, name = null, phone = null } = customer;
  return {
    address,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone,
    tax_exempt: "none",
    tax_ids: [],
  };
}

function mustFit(
  { mode, automatic_tax: tax, line_items: items, currency, allowed_payment_method_types: types }: SessionWish,
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
