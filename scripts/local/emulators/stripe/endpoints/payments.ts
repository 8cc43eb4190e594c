/** Payment methods, payment intents, charges, setup intents, refunds and disputes. */
import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { matching, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { attachMethod, detachMethod } from "../billing/payment-methods.ts";
import { refund } from "../billing/refunding.ts";
import type { InvoicePayment } from "../objects/stored.ts";

const { text, paging, integer, metadata } = parameter;

const methodsSchema = z.strictObject({
  ...paging,
  customer: text().optional(),
  type: z.enum(["card"]).optional(),
});
const ownMethodsSchema = methodsSchema.omit({ customer: true });
const attachSchema = z.strictObject({ customer: text() });
const ofCustomer = z.strictObject({ ...paging, customer: text().optional() });
const chargesSchema = ofCustomer.extend({ payment_intent: text().optional() });
const setupIntentsSchema = ofCustomer.extend({ payment_method: text().optional() });
const refundSchema = z.strictObject({
  amount: integer(1).optional(),
  charge: text().optional(),
  metadata: metadata().optional(),
  payment_intent: text().optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
});
const refundsSchema = z.strictObject({
  ...paging,
  charge: text().optional(),
  payment_intent: text().optional(),
});
const invoicePaymentsSchema = z.strictObject({
  ...paging,
  invoice: text().optional(),
  payment: z.strictObject({ type: z.enum(["payment_intent"]), payment_intent: text() }).optional(),
  status: z.enum(["open", "paid", "canceled"]).optional(),
});

export function paymentEndpoints(account: Account): Endpoints {
  const { state } = account;
  return {
    "POST /v1/payment_methods/{id}/attach": endpoint(attachSchema, ({ customer }, id) =>
      attachMethod(account, id, state.customers.get(customer, "customer")),
    ),
    "POST /v1/payment_methods/{id}/detach": plain((id) => {
      const method = state.paymentMethods.get(id);
      detachMethod(account, method);
      return method;
    }),
    "GET /v1/payment_methods/{id}": plain((id) => state.paymentMethods.get(id)),
    "GET /v1/payment_methods": endpoint(methodsSchema, ({ customer, type, ...page }) => {
      if (customer !== undefined) state.customers.get(customer, "customer");
      // Without a customer Stripe lists the methods for Treasury, of which there are none here.
      const own = state.paymentMethods.newestFirst().filter((each) => each.customer === customer);
      return pageOf(matching(own, parameter.given({ type })), "/v1/payment_methods", page);
    }),
    "GET /v1/customers/{id}/payment_methods": endpoint(ownMethodsSchema, ({ type, ...page }, id) => {
      const filter = parameter.given({ type, customer: state.customers.get(id).id });
      const found = matching(state.paymentMethods.newestFirst(), filter);
      return pageOf(found, `/v1/customers/${id}/payment_methods`, page);
    }),
    "GET /v1/payment_intents/{id}": plain((id) => state.paymentIntents.get(id)),
    "GET /v1/payment_intents": endpoint(ofCustomer, ({ customer, ...page }) =>
      pageOf(
        matching(state.paymentIntents.newestFirst(), parameter.given({ customer })),
        "/v1/payment_intents",
        page,
      ),
    ),
    "GET /v1/charges/{id}": plain((id) => state.charges.get(id)),
    "GET /v1/charges": endpoint(chargesSchema, ({ customer, payment_intent, ...page }) =>
      pageOf(
        matching(state.charges.newestFirst(), parameter.given({ customer, payment_intent })),
        "/v1/charges",
        page,
      ),
    ),
    "GET /v1/invoice_payments/{id}": plain((id) => state.invoicePayments.get(id)),
    "GET /v1/invoice_payments": endpoint(invoicePaymentsSchema, ({ invoice, payment, status, ...page }) => {
      const found = matching(state.invoicePayments.newestFirst(), parameter.given({ invoice, status }));
      const isWanted = (each: InvoicePayment) =>
        payment === undefined || each.payment.payment_intent === payment.payment_intent;
      return pageOf(found.filter(isWanted), "/v1/invoice_payments", page);
    }),
    "GET /v1/setup_intents/{id}": plain((id) => state.setupIntents.get(id)),
    "GET /v1/setup_intents": endpoint(setupIntentsSchema, ({ customer, payment_method, ...page }) =>
      pageOf(
        matching(state.setupIntents.newestFirst(), parameter.given({ customer, payment_method })),
        "/v1/setup_intents",
        page,
      ),
    ),
    "GET /v1/disputes/{id}": plain((id) => state.disputes.get(id)),
    "POST /v1/refunds": endpoint(refundSchema, (wish) => refund(account, wish)),
    "GET /v1/refunds/{id}": plain((id) => state.refunds.get(id)),
    "GET /v1/refunds": endpoint(refundsSchema, ({ charge, payment_intent, ...page }) =>
      pageOf(
        matching(state.refunds.newestFirst(), parameter.given({ charge, payment_intent })),
        "/v1/refunds",
        page,
      ),
    ),
  };
}
