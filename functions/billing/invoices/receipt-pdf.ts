/** A receipt (領収書) as a PDF. The same payment gives the same receipt: its number is the invoice's. */
import { printable } from "#functions/documents/font.ts";
import {
  type Column,
  type Doc,
  drawAddressee,
  drawAmount,
  drawHead,
  drawNotes,
  drawPage,
  drawRow,
  drawRule,
  drawSeller,
  page,
  text,
  yen,
} from "#functions/documents/page.ts";
import { japanDay, japaneseDay } from "#functions/platform/time.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { ContractInvoice } from "#shared/contract.ts";
import { withoutHonorific, withoutVariants } from "#shared/normalize.ts";
import { productName } from "#shared/site/product.ts";
import {
  type AccountingInvoice,
  methodsText,
  type Period,
  type Receipt,
} from "../stripe/accounting-invoices.ts";

/**
 * Returns `2026-03-31_ABCD1234-0001_11000円`: files sort by day. The amount distinguishes receipts whose
 * numbers a file name cannot contain.
 */
export const fileNameOf = (at: string, { number, id }: ContractInvoice, amount: number): string =>
  `${japanDay(at)}_${number && /^[\w-]+$/.test(number) ? number : id}_${amount}円`;

/** 御中 for companies and public bodies, 様 for sole proprietors. */
export type Honorific = "御中" | "様";

interface ReceiptFile {
  /** `2026-04-15_ABCD1234-0001_11000円_領収書.pdf`, with the day of the payment. */
  fileName: string;
  pdf: Buffer;
}

/**
 * Returns the receipt; undefined for an invoice without one. Throws 502 if Stripe does not list every payment
 * of a paid invoice.
 */
export async function receiptFile(
  { receipt, ...invoice }: AccountingInvoice,
  honorific: Honorific,
): Promise<ReceiptFile | undefined> {
  const { shown } = invoice;
  if (!receipt) {
    if (shown.hasReceipt) throw paymentMissing();
    return undefined;
  }
  const { paid, paidAt } = receipt;
  const info = { title: `領収書 ${shown.number ?? shown.id}`, createdAt: paidAt };
  const pdf = await drawPage(info, (doc) => drawReceipt(doc, { ...invoice, receipt }, honorific));
  return { fileName: `${fileNameOf(paidAt, shown, paid)}_領収書.pdf`, pdf };
}

const paymentMissing = (): HttpError =>
  new HttpError("provider_failed", {
    cause: new Error("paid invoice without a payment"),
    message: "領収書を作成できませんでした。時間をおいて、もう一度お試しください。",
  });

type Paid = AccountingInvoice & { receipt: Receipt };

function drawReceipt(doc: Doc, paid: Paid, honorific: Honorific): void {
  const { shown, receipt } = paid;
  drawHead(doc, "領 収 書", [
    ["請求書番号", shown.number ?? ""],
    ["領収日", japaneseDay(receipt.paidAt)],
  ]);
  const names = [receipt.addressee, receipt.department].map(withoutVariants).filter((name) => name !== "");
  // Keeps the customer's own form of address, 山田 花子 様.
  const hasOwn = names.at(-1) !== withoutHonorific(names.at(-1) ?? "");
  const ends = [drawSeller(doc), drawAddressee(doc, names.map(printable), hasOwn ? "" : honorific)];
  const top = Math.max(262, ...ends.map((end) => end + 48));
  drawAmount(doc, "領収金額（税込）", receipt.paid, top);
  doc.fontSize(text).text(purposeOf(paid.period), page.left, top + 56, { width: page.width });
  doc.text("上記の金額を領収いたしました。", page.left, top + 76);
  const rows = rowsOf(paid);
  rows.forEach((cells, index) => {
    drawRow(doc, columns, top + 112 + index * 22, cells);
    drawRule(doc, top + 128 + index * 22);
  });
  drawNotes(doc, notesOf(shown), top + 144 + rows.length * 22);
}

/** 但し書き (purpose): accounting departments reject a receipt that does not name the product. */
function purposeOf(period: Period | undefined): string {
  const days = period && `（${japaneseDay(period.from)}〜${japaneseDay(period.to)}）`;
  return `但し、${productName.short} スタンダードプラン利用料${days ?? ""}として`;
}

const columns: readonly Column[] = [
  { x: page.left, width: 300, align: "left" },
  { x: page.left + 300, width: page.width - 300, align: "right" },
];

function rowsOf({ shown, taxRatePercent, receipt }: Paid): [string, string][] {
  const { amount, tax, issuedAt } = shown;
  const rate = `${taxRatePercent}%`;
  const taxes: [string, string][] = [
    [`${rate}対象（税抜）`, yen(amount - tax)],
    [`消費税（${rate}）`, yen(tax)],
  ];
  const all: [string, string][] = [
    ["請求書の発行日", japaneseDay(issuedAt)],
    ["発注番号", printable(receipt.orderNumber)],
    ["お支払い方法", methodsText(receipt)],
    ...(taxRatePercent === undefined ? [] : taxes),
    ["請求金額（税込）", yen(amount)],
    ["うち、残高などによるお支払い", receipt.paid === amount ? "" : yen(amount - receipt.paid)],
  ];
  return all.filter(([, value]) => value !== "");
}

const notesOf = ({ refunded, isChargedBack }: AccountingInvoice["shown"]): string[] => [
  "電子データによる領収書のため、収入印紙の貼付は必要ありません。",
  ...(refunded > 0 ? [`このお支払いのうち、${yen(refunded)}は返金済みです。`] : []),
  ...(isChargedBack ? ["このお支払いは、カード会社により取り消されました。"] : []),
];
