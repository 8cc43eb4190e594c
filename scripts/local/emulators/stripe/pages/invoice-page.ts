/** An invoice's own page, where it is paid, its PDF and its receipt. */
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
  const body = `<h1>${accountName} 請求書</h1><section>${rows}${linksOf(invoice)}</section>${formFor(invoice)}`;
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

function linksOf({ invoice_pdf: path, status }: Invoice): string {
  const address = escapeHtml(path ?? "");
  const receipt = `<p><a href="${address.replace(/pdf$/, "receipt")}">領収書をダウンロード（PDF）</a></p>`;
  return `<p><a href="${address}">請求書をダウンロード（PDF）</a></p>${status === "paid" ? receipt : ""}`;
}

export const invoicePdf = (account: Account, path: string): Promise<ServiceResponse> =>
  document(account, path, { title: "請求書", name: "Invoice" });

export const receiptPdf = (account: Account, path: string): Promise<ServiceResponse> =>
  document(account, path.replace(/receipt$/, "pdf"), { title: "領収書", name: "Receipt" });

/** The page that a charge's `receipt_url` names. */
export function receiptPage({ state }: Account, path: string): ServiceResponse {
  const charge = state.charges.newestFirst().find((each) => each.receipt_url === path);
  const payment = state.invoicePayments
    .newestFirst()
    .find((each) => each.payment.payment_intent === charge?.payment_intent);
  const invoice = state.invoices.find(String(payment?.invoice));
  if (!charge || !invoice) return messagePage(404, "ページが見つかりません", "領収書のURLをご確認ください。");
  const rows = definitions([
    ["領収金額", yen(charge.amount)],
    ["お支払い日", date(charge.created)],
    ["請求書番号", invoice.number ?? ""],
  ]);
  return htmlPage(
    200,
    `領収書 ${invoice.number} | ${accountName}`,
    `<h1>${accountName} 領収書</h1><section>${rows}</section>`,
  );
}

async function document(
  account: Account,
  path: string,
  { title, name }: Record<"title" | "name", string>,
): Promise<ServiceResponse> {
  const invoice = account.state.invoices.newestFirst().find((each) => each.invoice_pdf === path);
  if (!invoice || (name === "Receipt" && invoice.status !== "paid")) return notFound();
  const lines = rowsOf(account, invoice).flatMap((row) => (row ? [`${row[0]}　${row[1]}`] : []));
  return {
    status: 200,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${name}-${invoice.number}.pdf"`,
    },
    body: await onePagePdf(`${accountName} ${title}`, lines),
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
