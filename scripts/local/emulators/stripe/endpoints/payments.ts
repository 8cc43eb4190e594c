/** Payment methods, payment intents, charges, setup intents, refunds and disputes. */
import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { matching, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { refund } from "../billing/giving-back.ts";

const { text, paging, integer } = parameter;

const methodsSchema = z.strictObject({ ...paging, type: z.literal("card") });
const ofCustomer = z.strictObject({ ...paging, customer: text() });
const refundSchema = z.strictObject({
  amount: integer(1).optional(),
  payment_intent: text(),
  reason: z.literal("duplicate").optional(),
});
const refundsSchema = z.strictObject({ ...paging, payment_intent: text().optional() });
const invoicePaymentsSchema = z.strictObject({
  ...paging,
  invoice: text().optional(),
  payment: z.strictObject({ type: z.literal("payment_intent"), payment_intent: text() }).optional(),
  status: z.enum(["canceled", "open", "paid"]).optional(),
});

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
    "GET /v1/payment_intents/{id}": plain((id) => state.paymentIntents.get(id)),
    "GET /v1/payment_intents": endpoint(ofCustomer, ({ customer, ...page }) =>
      pageOf(matching(state.paymentIntents.newestFirst(), { customer }), "/v1/payment_intents", page),
    ),
    "GET /v1/charges/{id}": plain((id) => state.charges.get(id)),
    "GET /v1/invoice_payments": endpoint(invoicePaymentsSchema, ({ invoice, payment, status, ...page }) => {
      const found = matching(state.invoicePayments.newestFirst(), { invoice, status });
      const intent = payment?.payment_intent;
      const wanted = found.filter((each) => intent === undefined || each.payment.payment_intent === intent);
      return pageOf(wanted, "/v1/invoice_payments", page);
    }),
    "GET /v1/setup_intents/{id}": plain((id) => state.setupIntents.get(id)),
    "GET /v1/disputes/{id}": plain((id) => state.disputes.get(id)),
    "POST /v1/refunds": endpoint(refundSchema, (params) => refund(account, params)),
    "GET /v1/refunds": endpoint(refundsSchema, ({ payment_intent, ...page }) => {
      const found = matching(state.refunds.newestFirst(), { payment_intent });
      return pageOf(found, "/v1/refunds", page);
    }),
  };
}
