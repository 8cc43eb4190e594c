/** A quote as a PDF. The same row gives the same page. */
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
  grey,
  page,
  seller,
  text,
  yen,
} from "#functions/documents/page.ts";
import { japaneseDay } from "#functions/platform/time.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import type { quotePdf, ResponseOf } from "#shared/endpoints.ts";
import { lastOf, monthText } from "#shared/quote-months.ts";
import { productName } from "#shared/site/product.ts";
import { taxIn } from "#shared/site/site-config.ts";
import { type QuoteRow, totalOf } from "./quote-table.ts";

type PdfFile = ResponseOf<typeof quotePdf>["result"];

/**
 * Returns the PDF as a download. `isPublic`: for a visitor without an account, for whom no price is reserved.
 */
export async function quoteFile(quote: QuoteRow, isPublic = false): Promise<PdfFile> {
  const { number, createdAt } = quote;
  const pdf = await drawPage({ title: `御見積書 ${number}`, createdAt }, (doc) =>
    drawQuote(doc, quote, isPublic),
  );
  return { fileName: `御見積書_${number}.pdf`, pdf: pdf.toString("base64") };
}

function drawQuote(doc: Doc, quote: QuoteRow, isPublic: boolean): void {
  drawHead(doc, "御 見 積 書", [
    ["見積番号", quote.number],
    ["発行日", japaneseDay(quote.createdAt)],
    ["有効期限", japaneseDay(quote.validUntil)],
  ]);
  const { addressee, department, person, honorific } = quote;
  const names = [addressee, department, person].filter((name) => name !== undefined);
  const ends = [drawSeller(doc), drawAddressee(doc, names, honorific)];
  const top = Math.max(262, ...ends.map((end) => end + 48));
  drawTotal(doc, quote, top);
  drawLines(doc, quote, top + 64);
  drawNotes(doc, notesOf(quote, isPublic), top + 218);
}

function drawTotal(doc: Doc, quote: QuoteRow, y: number): void {
  const { firstMonth, months } = quote;
  doc.fontSize(text).text("下記のとおりお見積り申し上げます。", page.left, y - 28);
  if (firstMonth !== undefined) {
    const period = `ご利用予定期間　${monthText(firstMonth)}〜${monthText(lastOf(firstMonth, months))}`;
    doc.text(period, page.left, y - 28, { width: page.width, align: "right" });
  }
  drawAmount(doc, "御見積金額（税込）", totalOf(quote), y);
}

const columns: readonly (Column & { title: string })[] = [
  { title: "品目", x: page.left, width: 253, align: "left" },
  { title: "数量", x: 309, width: 50, align: "right" },
  { title: "単価（税込）", x: 359, width: 90, align: "right" },
  { title: "金額（税込）", x: 449, width: 90, align: "right" },
];

function drawLines(doc: Doc, quote: QuoteRow, top: number): void {
  const { amountYen, quantity, unit, taxRatePercent, months } = quote;
  const total = totalOf(quote);
  const tax = taxIn(total, taxRatePercent);
  const rate = `${taxRatePercent}%`;
  const titles = columns.map(({ title }) => title);
  drawRow(doc, columns, top, titles, grey);
  drawRule(doc, top + 20);
  const item = `${productName.short} スタンダードプラン（${months}か月分）`;
  drawRow(doc, columns, top + 28, [item, `${quantity}${unit}`, yen(amountYen), yen(total)]);
  drawRule(doc, top + 50);
  const sums = [
    [`${rate}対象（税抜）`, yen(total - tax)],
    [`消費税（${rate}）`, yen(tax)],
    ["合計（税込）", yen(total)],
  ] as const;
  sums.forEach((cells, index) => {
    drawRow(doc, columns, top + 60 + index * 20, ["", "", ...cells]);
  });
}

const ways = {
  signedIn: (siteUrl: string) => [
    `お申し込みは ${siteUrl}/upgrade で承ります。`,
    "有効期限内は、この見積書の単価でお申し込みいただけます。",
  ],
  public: (siteUrl: string) => [
    `お申し込みは ${siteUrl} で承ります。`,
    "カスタマーポータルへのご登録（無料）の後に、お手続きいただけます。",
    "有効期限内に料金が改定された場合は、お申し込みの前にお問い合わせください。",
  ],
};

const notesOf = ({ unit }: QuoteRow, isPublic: boolean): string[] => [
  unit === "年" ? "料金は年ごとのお支払いです。" : "料金は毎月のお支払いです。上記はご利用月数分の合計です。",
  `支払条件：クレジットカード、または請求書払い（請求書の発行日から${numericEnvironment("INVOICE_DAYS_UNTIL_DUE")}日以内に銀行振込。振込手数料はお客様のご負担となります）`,
  ...ways[isPublic ? "public" : "signedIn"](seller().siteUrl),
];
