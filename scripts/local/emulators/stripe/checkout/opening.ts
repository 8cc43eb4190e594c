/** A new Checkout Session, with everything that Stripe checks about it. Source: API reference, "Create a Checkout Session". */
import { z } from "zod";
import type { Account } from "../account.ts";
import { boolean, given, integer, metadata, text, webAddress } from "../api/parameters.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { taxed, totalOf } from "../billing/tax.ts";
import { newId, randomLetters } from "../ids.ts";
import { type Customer, type Session, stored } from "../objects/stored.ts";

const lineItem = z.strictObject({
  price: text(),
  quantity: integer(1).default(1),
});

export const createSession = z.strictObject({
  /** Until API version 2026-09-30 this was `payment_method_types`, which is refused since. */
  allowed_payment_method_types: z.array(z.literal("card")).min(1).optional(),
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  cancel_url: webAddress().optional(),
  client_reference_id: text(200).optional(),
  currency: z.literal("jpy").optional(),
  /** A Payment Link has none. */
  customer: text().optional(),
  line_items: z.array(lineItem).min(1).optional(),
  locale: z.literal("ja").optional(),
  metadata: metadata().default({}),
  mode: z.enum(["subscription", "setup"]),
  subscription_data: z.strictObject({ metadata: metadata().default({}) }).optional(),
  success_url: webAddress(),
});
type SessionParams = z.output<typeof createSession>;

export function openSession(account: Account, params: SessionParams): Session {
  const { customer: id, mode } = params;
  const customer = id === undefined ? undefined : account.state.customers.get(id, "customer");
  mustFit(params, customer);
  const session = newSession(account.now(), params, customer);
  if (mode === "subscription") sell(account, session, params);
  return account.state.sessions.add(session);
}

function newSession(created: number, params: SessionParams, customer: Customer | undefined): Session {
  const { mode, currency, allowed_payment_method_types: types } = params;
  const { client_reference_id, locale, cancel_url = null, metadata, success_url } = params;
  const id = newId("cs_test_a1", 58);
  return stored<Session>({
    id,
    object: "checkout.session",
    ...given({
      allowed_payment_method_types: types,
      payment_method_types: types,
      client_reference_id,
      locale,
    }),
    automatic_tax: { enabled: params.automatic_tax?.enabled === true },
    cancel_url,
    created,
    currency: mode === "setup" ? (currency ?? null) : "jpy",
    customer: customer?.id ?? null,
    customer_details: customer ? detailsOf(customer) : null,
    expires_at: created + 24 * 60 * 60,
    invoice: null,
    metadata,
    mode,
    payment_status: mode === "setup" ? "no_payment_required" : "unpaid",
    status: "open",
    subscription: null,
    success_url,
    url: `/c/pay/${id}#${randomLetters(40)}`,
  });
}

function sell({ state }: Account, session: Session, params: SessionParams): void {
  const items = (params.line_items ?? []).map(({ price, quantity }, index) => ({
    price: state.prices.get(price, `line_items[${index}][price]`),
    quantity,
  }));
  const metadata = params.subscription_data?.metadata ?? {};
  state.orders.add({ id: session.id, object: "order", items, metadata });
  const { enabled } = session.automatic_tax;
  const { total, tax } = totalOf(items.map(({ price, quantity }) => taxed(price, quantity, enabled)));
  session.amount_total = total;
  session.total_details = stored<NonNullable<Session["total_details"]>>({ amount_tax: tax });
}

export const detailsOf = ({ address, email, name, phone }: Customer): Session["customer_details"] =>
  stored<NonNullable<Session["customer_details"]>>({ address, email, name, phone });

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
