import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { reading } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { previewInvoice, voidInvoice } from "../billing/invoicing.ts";
import { collectPayment, issueInvoice } from "../billing/paying.ts";
import { newId } from "../ids.ts";
import type { Invoice } from "../objects/stored.ts";

const { text, boolean, integer } = parameter;

const creditNoteSchema = z.strictObject({ invoice: text(), amount: integer(1), credit_amount: integer(1) });
const previewSchema = z.strictObject({ subscription: text() });
const finalizeSchema = z.strictObject({ auto_advance: boolean().optional() });

const ofSubscription = (id: string) => (invoice: Invoice) =>
  invoice.parent?.subscription_details?.subscription === id;

export function invoiceEndpoints(account: Account): Endpoints {
  const { state, change } = account;
  return {
    ...reading("/v1/invoices", state.invoices, {
      customer: text().optional(),
      status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
      subscription: text().transform(ofSubscription).optional(),
    }),
    /** For a paid invoice: the amount becomes the customer's credit. */
    "POST /v1/credit_notes": endpoint(creditNoteSchema, ({ invoice: id, amount, credit_amount }) => {
      const invoice = state.invoices.get(id, "invoice");
      const customer = state.customers.get(invoice.customer ?? "");
      const credited = invoice.post_payment_credit_notes_amount + amount;
      if (invoice.status !== "paid" || credited > invoice.total)
        throw invalidRequest("The credit note's amount is greater than what was paid of the invoice.");
      change(customer, { balance: customer.balance - credit_amount });
      change(invoice, { post_payment_credit_notes_amount: credited });
      return { id: newId("cn_1", 23), object: "credit_note", amount, invoice: id, customer: customer.id };
    }),
    "POST /v1/invoices/create_preview": endpoint(previewSchema, ({ subscription: id }) =>
      previewInvoice(account, state.subscriptions.get(id, "subscription")),
    ),
    "POST /v1/invoices/{id}/finalize": endpoint(finalizeSchema, (fields, id) => {
      const invoice = state.invoices.get(id);
      issueInvoice(account, invoice);
      change(invoice, parameter.given(fields));
      if (fields.auto_advance) collectPayment(account, invoice);
      return invoice;
    }),
    "POST /v1/invoices/{id}/void": plain((id) => {
      const invoice = state.invoices.get(id);
      voidInvoice(account, invoice);
      return invoice;
    }),
  };
}
