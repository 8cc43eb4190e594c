/** The pages that Stripe hosts: the checkout page, and an invoice with its PDF. */
import type { ServiceRequest, ServiceResponse } from "../../emulator.ts";
import type { Account } from "../account.ts";
import { checkoutPage, type Decide } from "./checkout-page.ts";
import { invoicePage, invoicePdf } from "./invoice-page.ts";

type Show = (request: ServiceRequest, ...parts: string[]) => ServiceResponse | Promise<ServiceResponse>;

export function pages(account: Account, decide: Decide): Readonly<Record<string, Show>> {
  const checkout: Show = (request, id = "") => checkoutPage(account, decide, request, id);
  const invoice: Show = (request) => invoicePage(account, request);
  return {
    "GET /c/pay/{session}": checkout,
    "POST /c/pay/{session}": checkout,
    "GET /i/{account}/{invoice}": invoice,
    "POST /i/{account}/{invoice}": invoice,
    "GET /invoice/{account}/{invoice}/pdf": ({ url }) => invoicePdf(account, url.pathname),
  };
}
