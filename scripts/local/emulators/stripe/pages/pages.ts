/** The pages for browsers: the hosted checkout page, an invoice's page and its PDF. */
import type { ServiceRequest, ServiceResponse } from "../../emulator.ts";
import type { Account } from "../account.ts";
import { checkoutPage, type Decide } from "./checkout-page.ts";
import { invoicePage, invoicePdf, receiptPage, receiptPdf } from "./invoice-page.ts";

type Show = (request: ServiceRequest, id: string) => ServiceResponse;

export interface Page {
  /** Named like `GET /c/pay/{id}`. */
  name: string;
  show(): ServiceResponse;
}

export function createPages(account: Account, decide: Decide): (request: ServiceRequest) => Page | undefined {
  const pages: readonly [path: string, pattern: RegExp, show: Show][] = [
    ["/c/pay/{id}", /^\/c\/pay\/([^/]+)$/, (r, id) => checkoutPage(account, decide, r, id)],
    ["/i/{id}", /^\/i\/(.+)$/, (request) => invoicePage(account, request)],
    ["/receipts/{id}", /^\/receipts\/(.+)$/, ({ url }) => receiptPage(account, url.pathname)],
    ["/invoice/{id}/pdf", /^\/invoice\/(.+)\/pdf$/, ({ url }) => invoicePdf(account, url.pathname)],
    ["/invoice/{id}/receipt", /^\/invoice\/(.+)\/receipt$/, ({ url }) => receiptPdf(account, url.pathname)],
  ];
  return (request) => {
    for (const [path, pattern, show] of pages) {
      const match = pattern.exec(request.url.pathname);
      if (!match) continue;
      const name = `${request.method} ${path}`;
      return { name, show: () => show(request, match[1] ?? "") };
    }
    return undefined;
  };
}
