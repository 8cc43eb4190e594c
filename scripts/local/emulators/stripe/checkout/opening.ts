/** A new Checkout Session, with everything that Stripe checks about it. */
import type { Account } from "../account.ts";
import { given } from "../api/parameters.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { automaticRate, type TaxedAmount, taxed } from "../billing/tax.ts";
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
  if (wish.mode === "setup") setUp(account, session, wish);
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

function setUp(account: Account, session: Session, { setup_intent_data: data }: SessionWish): void {
  const intent = newSetupIntent(account.now(), {
    customer: session.customer,
    description: data?.description ?? null,
    metadata: data?.metadata ?? {},
    payment_method_types: session.payment_method_types,
  });
  account.state.setupIntents.add(intent);
  session.setup_intent = intent.id;
  account.record("setup_intent.created", intent);
}

function sell(account: Account, session: Session, wish: SessionWish): void {
  const { subscription_data: data, line_items: wanted = [] } = wish;
  const lineItems = wanted.map((item, index) => {
    const price = account.state.prices.get(item.price, `line_items[${index}][price]`);
    const rate = wish.automatic_tax?.enabled ? automaticRate(price) : undefined;
    return lineItemOf(item.quantity, price, taxed(price, item.quantity, rate));
  });
  account.state.orders.add({
    id: session.id,
    object: "order",
    lineItems,
    metadata: data?.metadata ?? {},
    description: data?.description ?? null,
  });
  const sum = (field: "amount_subtotal" | "amount_tax" | "amount_total") =>
    lineItems.reduce((total, item) => total + item[field], 0);
  session.amount_subtotal = sum("amount_subtotal");
  session.amount_total = sum("amount_total");
  session.total_details = { amount_discount: 0, amount_shipping: 0, amount_tax: sum("amount_tax") };
}

function lineItemOf(quantity: number, price: NonNullable<LineItem["price"]>, amount: TaxedAmount): LineItem {
  const { subtotal, tax, total, rate } = amount;
  return {
    id: newId("li_1", 23),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: subtotal,
    amount_tax: tax,
    amount_total: total,
    currency: price.currency,
    description: price.nickname ?? price.product,
    metadata: {},
    price,
    quantity,
    taxes: rate ? [{ amount: tax, rate, taxability_reason: "standard_rated", taxable_amount: subtotal }] : [],
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

function mustFit(wish: SessionWish, customer: Customer | undefined): void {
  mustFitMode(wish);
  if (wish.automatic_tax?.enabled && customer && !customer.address?.country) mustCollectAddress(wish);
}

function mustFitMode(wish: SessionWish): void {
  const { mode } = wish;
  const foreign =
    mode === "setup" ? (["line_items", "subscription_data"] as const) : (["setup_intent_data"] as const);
  const found = foreign.find((name) => wish[name] !== undefined);
  if (found) {
    throw invalidRequest(`You can not pass \`${found}\` in \`${mode}\` mode.`, { param: found });
  }
  if (mode === "subscription" && !wish.line_items) throw missing("line_items");
  if (mode === "setup" && !wish.currency && !wish.allowed_payment_method_types) throw missing("currency");
}

const missing = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });

function mustCollectAddress({ customer_update: update }: SessionWish): void {
  if (update?.address === "auto") return;
  throw invalidRequest(
    "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
    { code: "customer_tax_location_invalid" },
  );
}
