import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { createdWithin, matching, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { cardDeclined, invalidRequest } from "../api/stripe-error.ts";
import { finalizeInvoice, voidInvoice } from "../billing/invoicing.ts";
import { chargeInvoice, payOutOfBand, subscriptionOf } from "../billing/paying.ts";
import { ownMethod } from "../billing/payment-methods.ts";
import { methodFor } from "../billing/subscribing.ts";
import type { Invoice } from "../objects/stored.ts";

const { text, boolean, emptyable, metadata, paging } = parameter;

const listSchema = z.strictObject({
  ...paging,
  collection_method: z.enum(["charge_automatically", "send_invoice"]).optional(),
  created: parameter.createdFilter,
  customer: text().optional(),
  status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
  subscription: text().optional(),
});
const paySchema = z.strictObject({
  off_session: boolean().optional(),
  paid_out_of_band: boolean().optional(),
  payment_method: text().optional(),
});
const updateSchema = z.strictObject({
  auto_advance: boolean().optional(),
  description: emptyable(text(1500)).optional(),
  footer: emptyable(text()).optional(),
  metadata: emptyable(metadata()).optional(),
});
const finalizeSchema = z.strictObject({ auto_advance: boolean().optional() });

export function invoiceEndpoints(account: Account): Endpoints {
  const { state, change, record } = account;
  return {
    "GET /v1/invoices/{id}": plain((id) => state.invoices.get(id)),
    "GET /v1/invoices": endpoint(listSchema, ({ created, subscription, ...wish }) => {
      const { customer, status, collection_method, ...page } = wish;
      const found = matching(
        state.invoices.newestFirst(),
        parameter.given({ customer, status, collection_method }),
      ).filter(
        (each) =>
          createdWithin(each.created, created) &&
          (subscription === undefined || subscriptionOf(account, each)?.id === subscription),
      );
      return pageOf(found, "/v1/invoices", page);
    }),
    "POST /v1/invoices/{id}": endpoint(updateSchema, ({ metadata: update, ...fields }, id) => {
      const invoice = state.invoices.get(id);
      const merged = update !== undefined && {
        metadata: parameter.mergeMetadata(invoice.metadata ?? {}, update),
      };
      change(invoice, { ...parameter.given(fields), ...merged }, "invoice.updated");
      return invoice;
    }),
    "GET /v1/invoices/{id}/lines": endpoint(z.strictObject(paging), (page, id) =>
      pageOf(state.invoices.get(id).lines.data, `/v1/invoices/${id}/lines`, page),
    ),
    "POST /v1/invoices/{id}/finalize": endpoint(finalizeSchema, (fields, id) => {
      const invoice = state.invoices.get(id);
      finalizeInvoice(account, invoice);
      change(invoice, parameter.given(fields));
      return invoice;
    }),
    "POST /v1/invoices/{id}/send": plain((id) => {
      const invoice = state.invoices.get(id);
      mustBeSent(invoice);
      if (invoice.status === "draft") finalizeInvoice(account, invoice);
      else record("invoice.sent", invoice);
      return invoice;
    }),
    "POST /v1/invoices/{id}/void": plain((id) => {
      const invoice = state.invoices.get(id);
      voidInvoice(account, invoice);
      return invoice;
    }),
    "POST /v1/invoices/{id}/pay": endpoint(paySchema, (wish, id) => {
      const invoice = state.invoices.get(id);
      pay(account, invoice, wish);
      return invoice;
    }),
  };
}

/** A draft is finalized first. Throws 402 when the card is declined. */
function pay(account: Account, invoice: Invoice, wish: z.output<typeof paySchema>): void {
  const customer = account.state.customers.get(invoice.customer ?? "");
  const own = subscriptionOf(account, invoice)?.default_payment_method;
  const method =
    wish.payment_method === undefined
      ? methodFor(account, customer, invoice.default_payment_method ?? own)
      : ownMethod(account, customer, wish.payment_method, "payment_method");
  if (!method && !wish.paid_out_of_band) {
    throw invalidRequest(
      "Cannot charge a customer that has no active card, nor default payment method. Please attach a payment method.",
      { code: "resource_missing" },
    );
  }
  if (invoice.status === "draft") finalizeInvoice(account, invoice);
  if (wish.paid_out_of_band) payOutOfBand(account, invoice);
  else if (method && !chargeInvoice(account, invoice, method)) throw cardDeclined();
}

function mustBeSent({ collection_method, status }: Invoice): void {
  if (collection_method !== "send_invoice") {
    throw invalidRequest(
      "You can only manually send an invoice if its collection method is 'send_invoice'. This invoice's is 'charge_automatically'.",
    );
  }
  if (status === "draft" || status === "open") return;
  throw invalidRequest(`You can only send draft or open invoices. This invoice is ${status}.`);
}
