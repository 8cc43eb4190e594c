import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { createdWithin, matching, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { finalizeInvoice, voidInvoice } from "../billing/invoicing.ts";

const { text, boolean, paging } = parameter;

const listSchema = z.strictObject({
  ...paging,
  created: parameter.createdFilter,
  customer: text().optional(),
  status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
});
const finalizeSchema = z.strictObject({ auto_advance: boolean().optional() });

export function invoiceEndpoints(account: Account): Endpoints {
  const { state, change } = account;
  return {
    "GET /v1/invoices/{id}": plain((id) => state.invoices.get(id)),
    "GET /v1/invoices": endpoint(listSchema, ({ created, customer, status, ...page }) => {
      const found = matching(state.invoices.newestFirst(), { customer, status });
      const within = found.filter((each) => createdWithin(each.created, created));
      return pageOf(within, "/v1/invoices", page);
    }),
    "POST /v1/invoices/{id}/finalize": endpoint(finalizeSchema, (fields, id) => {
      const invoice = state.invoices.get(id);
      finalizeInvoice(account, invoice);
      change(invoice, parameter.given(fields));
      return invoice;
    }),
    "POST /v1/invoices/{id}/void": plain((id) => {
      const invoice = state.invoices.get(id);
      voidInvoice(account, invoice);
      return invoice;
    }),
  };
}
