/** An invoice's own page and its PDF. */
import type { ServiceResponse } from "../../emulator.ts";
import { type Account, accountName } from "../account.ts";
import type { Invoice } from "../objects/stored.ts";
import { date, definitions, escapeHtml, htmlPage, messagePage, yen } from "./html.ts";
import { pdf } from "./pdf.ts";

const notFound = () => messagePage(404, "ページが見つかりません", "請求書のURLをご確認ください。");

const statusNames: Record<string, string> = {
  draft: "下書き",
  open: "お支払い待ち",
  paid: "お支払い済み",
  uncollectible: "回収不能",
  void: "無効",
};

export function invoicePage({ state }: Account, path: string): ServiceResponse {
  const invoice = state.invoices.newestFirst().find((each) => each.hosted_invoice_url === path);
  if (!invoice) return notFound();
  const link = `<p><a href="${escapeHtml(invoice.invoice_pdf ?? "")}">請求書をダウンロード（PDF）</a></p>`;
  const body = `<h1>${accountName} 請求書</h1><section>${definitions(rowsOf(invoice))}${link}</section>`;
  return htmlPage(200, `請求書 ${invoice.number} | ${accountName}`, body);
}

export function invoicePdf({ state }: Account, path: string): ServiceResponse {
  const invoice = state.invoices.newestFirst().find((each) => each.invoice_pdf === path);
  if (!invoice) return notFound();
  const lines = rowsOf(invoice).flatMap((row) => (row ? [`${row[0]}　${row[1]}`] : []));
  return {
    status: 200,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="Invoice-${invoice.number}.pdf"`,
    },
    body: pdf(`${accountName} 請求書`, lines),
  };
}

function rowsOf(invoice: Invoice): (readonly [string, string] | undefined)[] {
  const tax = invoice.total - (invoice.total_excluding_tax ?? invoice.total);
  return [
    ["請求書番号", invoice.number ?? ""],
    ["発行日", date(invoice.effective_at ?? invoice.created)],
    invoice.due_date === null ? undefined : ["お支払い期限", date(invoice.due_date)],
    invoice.customer_name ? ["請求先", invoice.customer_name] : undefined,
    ["小計", yen(invoice.subtotal)],
    tax > 0 ? ["消費税", yen(tax)] : undefined,
    ["合計", yen(invoice.total)],
    ["お支払い残高", yen(invoice.amount_remaining)],
    ["状態", statusNames[invoice.status ?? ""] ?? ""],
  ];
}
