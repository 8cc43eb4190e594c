/** What an object has only when it is asked for by `expand[]`. */
import type { Account } from "../account.ts";
import { listOf } from "./lists.ts";

type Include = (account: Account, id: string) => object | null;

export const includable: Record<string, Include> = {
  "checkout.session.line_items": ({ state }, id) =>
    listOf(state.orders.find(id)?.lineItems ?? [], `/v1/checkout/sessions/${id}/line_items`),
  "customer.subscriptions": ({ state }, id) =>
    listOf(
      state.subscriptions
        .newestFirst()
        .filter(({ customer, status }) => customer === id && status !== "canceled"),
      `/v1/customers/${id}/subscriptions`,
    ),
  "invoice.payments": ({ state }, id) =>
    listOf(
      state.invoicePayments.newestFirst().filter(({ invoice }) => invoice === id),
      `/v1/invoice_payments?invoice=${id}`,
    ),
  "invoice.confirmation_secret": ({ state }, id) => {
    const payment = state.invoicePayments.newestFirst().find(({ invoice }) => invoice === id)?.payment;
    const intent = state.paymentIntents.find(payment?.payment_intent ?? "");
    return intent ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
  },
  "charge.refunds": ({ state }, id) =>
    listOf(
      state.refunds.newestFirst().filter(({ charge }) => charge === id),
      `/v1/charges/${id}/refunds`,
    ),
};
