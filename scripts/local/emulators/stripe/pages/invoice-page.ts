/** An invoice's own page, where it is paid, and its PDF. */
import { escapeHtml } from "#functions/platform/escape-html.ts";
import { onePagePdf } from "#scripts/local/pdf.ts";
import type { ServiceRequest, ServiceResponse } from "../../emulator.ts";
import { type Account, accountName } from "../account.ts";
import { payInvoice } from "../billing/paying.ts";
import { standardPercentage, type Tax } from "../billing/tax.ts";
import { newCard } from "../objects/payments.ts";
import type { Invoice } from "../objects/stored.ts";
import { date, definitions, htmlPage, messagePage, yen } from "./html.ts";

const notFound = () => messagePage(404, "ページが見つかりません", "請求書のURLをご確認ください。");

const statusNames: Record<string, string> = {
  draft: "下書き",
  open: "お支払い待ち",
  paid: "お支払い済み",
  uncollectible: "回収不能",
  void: "無効",
};

/** Posted, it is paid: by a card that is good, or by a transfer. */
export function invoicePage(account: Account, { method, url }: ServiceRequest): ServiceResponse {
  const { pathname } = url;
  const invoice = account.state.invoices.newestFirst().find((each) => each.hosted_invoice_url === pathname);
  if (!invoice) return notFound();
  if (method === "POST") {
    pay(account, invoice);
    return { status: 303, headers: { location: pathname, "cache-control": "no-store" } };
  }
  const rows = definitions(rowsOf(account, invoice));
  const body = `<h1>${accountName} 請求書</h1><section>${rows}${linkTo(invoice)}</section>${formFor(invoice)}`;
  return htmlPage(200, `請求書 ${invoice.number} | ${accountName}`, body);
}

function pay(account: Account, invoice: Invoice): void {
  const isTransfer = invoice.collection_method === "send_invoice";
  payInvoice(account, invoice, isTransfer ? undefined : newCard("visa", account.now(), null));
}

const isPayable = ({ status }: Invoice): boolean => status === "open";

function formFor(invoice: Invoice): string {
  if (!isPayable(invoice)) return "";
  const label = invoice.collection_method === "send_invoice" ? "振り込みを済ませる" : "カードで支払う";
  return `<form method="post"><section><button class="primary">${label}</button></section></form>`;
}

const linkTo = ({ invoice_pdf: path }: Invoice): string =>
  `<p><a href="${escapeHtml(path ?? "")}">請求書をダウンロード（PDF）</a></p>`;

export async function invoicePdf(account: Account, path: string): Promise<ServiceResponse> {
  const invoice = account.state.invoices.newestFirst().find((each) => each.invoice_pdf === path);
  if (!invoice) return notFound();
  const lines = rowsOf(account, invoice).flatMap((row) => (row ? [`${row[0]}　${row[1]}`] : []));
  return {
    status: 200,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="Invoice-${invoice.number}.pdf"`,
    },
    body: await onePagePdf(`${accountName} 請求書`, lines),
  };
}

type Row = readonly [string, string];

/** The required parts of a qualified invoice: the seller's number, the amount and the tax by rate. */
function rowsOf(account: Account, invoice: Invoice): (Row | undefined)[] {
  const { registrationNumber } = account;
  const isRegistered = registrationNumber !== undefined && (invoice.account_tax_ids ?? []).length > 0;
  return [
    ["請求書番号", invoice.number ?? ""],
    isRegistered ? ["登録番号", registrationNumber] : undefined,
    ["発行日", date(invoice.effective_at ?? invoice.created)],
    invoice.due_date ? ["お支払い期限", date(invoice.due_date)] : undefined,
    invoice.customer_name ? ["請求先", invoice.customer_name] : undefined,
    ...(invoice.custom_fields ?? []).map(({ name, value }): Row => [name, value]),
    ...(invoice.total_taxes ?? []).flatMap(taxRows),
    ["合計", yen(invoice.total)],
    ["お支払い残高", yen(invoice.amount_remaining)],
    ["状態", statusNames[invoice.status ?? ""] ?? ""],
  ];
}

function taxRows({ amount, taxable_amount: taxable }: Tax): Row[] {
  return [
    [`${standardPercentage}%対象（税抜）`, yen(taxable ?? 0)],
    [`消費税（${standardPercentage}%）`, yen(amount)],
  ];
}
