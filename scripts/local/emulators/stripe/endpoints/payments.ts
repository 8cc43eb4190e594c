/** Payment methods, payment intents, charges, refunds and disputes. */
import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { matching, pageOf, paging, reading } from "../api/lists.ts";
import { integer, text } from "../api/parameters.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { refund } from "../billing/refunds.ts";
import type { InvoicePayment } from "../objects/stored.ts";

const methodsSchema = z.strictObject({ ...paging, type: z.literal("card") });
const refundSchema = z.strictObject({
  amount: integer(1).optional(),
  payment_intent: text(),
  reason: z.literal("duplicate").optional(),
});
const ofIntent = z.strictObject({ type: z.literal("payment_intent"), payment_intent: text() }).transform(
  (wanted) =>
    ({ payment }: InvoicePayment) =>
      payment.payment_intent === wanted.payment_intent,
);

export function paymentEndpoints(account: Account): Endpoints {
  const { state } = account;
  return {
    "GET /v1/customers/{id}/payment_methods": endpoint(methodsSchema, ({ type: _, ...page }, id) => {
      const { id: customer } = state.customers.get(id);
      const found = matching(state.paymentMethods.newestFirst(), { customer });
      return pageOf(found, `/v1/customers/${id}/payment_methods`, page);
    }),
    // A detached method can never be attached again.
    "POST /v1/payment_methods/{id}/detach": plain((id) => {
      const method = state.paymentMethods.get(id);
      if (!method.customer)
        throw invalidRequest(
          "The payment method you provided is not attached to a customer so detachment is impossible.",
        );
      const customer = state.customers.get(method.customer);
      const { invoice_settings: settings } = customer;
      if (settings.default_payment_method === id)
        account.change(customer, { invoice_settings: { ...settings, default_payment_method: null } });
      account.change(method, { customer: null }, "payment_method.detached");
      return method;
    }),
    ...reading("/v1/payment_intents", state.paymentIntents, { customer: text() }),
    ...reading("/v1/charges", state.charges, { customer: text().optional() }),
    ...reading("/v1/invoice_payments", state.invoicePayments, {
      invoice: text().optional(),
      payment: ofIntent.optional(),
      status: z.enum(["canceled", "open", "paid"]).optional(),
    }),
    ...reading("/v1/disputes", state.disputes, { charge: text().optional() }),
    "POST /v1/refunds": endpoint(refundSchema, (params) => refund(account, params)),
    ...reading("/v1/refunds", state.refunds, {
      charge: text().optional(),
      payment_intent: text().optional(),
    }),
  };
}
