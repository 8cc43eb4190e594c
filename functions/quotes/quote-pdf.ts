/** A quote on one page A4, with an embedded subset of the font. The same row gives the same page. */
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { japaneseDay } from "#functions/platform/time.ts";
import { environment, optionalEnvironment } from "#functions/runtime/environment.ts";
import { lastOf, monthText } from "#shared/quote-months.ts";
import { productName } from "#shared/site/product.ts";
import { taxIn } from "#shared/site/site-config.ts";
import { fontBytes } from "./font.ts";
import { type QuoteRow, totalOf } from "./quote-table.ts";

/** The seller of every quote, from the function's settings. */
const seller = (): Seller => ({
  name: optionalEnvironment("SELLER_NAME") ?? "",
  lines: optionalEnvironment("SELLER_LINES")?.split("\n") ?? [],
  registrationNumber: optionalEnvironment("REGISTRATION_NUMBER"),
  siteUrl: environment("SITE_URL"),
});

interface PdfFile {
  fileName: string;
  /** Base64. */
  pdf: string;
}

/** As a file to download. `isPublic`: for somebody without an account, for whom no price is kept. */
export async function quoteFile(quote: QuoteRow, isPublic = false): Promise<PdfFile> {
  const pdf = await drawQuote(quote, seller(), isPublic);
  return { fileName: `御見積書_${quote.number}.pdf`, pdf: pdf.toString("base64") };
}

export interface Seller {
  name: string;
  /** Below the name: address, phone, person in charge. */
  lines: readonly string[];
  /** `T` and 13 digits. */
  registrationNumber: string | undefined;
  siteUrl: string;
}

type Doc = PDFKit.PDFDocument;

const page = { left: 56, right: 539, width: 483 };
const small = 9;
const text = 10.5;
const grey = "#555555";

export async function drawQuote(quote: QuoteRow, seller: Seller, isPublic = false): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "A4",
    margin: page.left,
    lang: "ja-JP",
    displayTitle: true,
    // Not the standard font, which pdfkit reads from a file beside itself.
    font: "",
    info: { Title: `御見積書 ${quote.number}`, Author: seller.name, CreationDate: new Date(quote.createdAt) },
  });
  const bytes = buffer(doc);
  doc.registerFont("text", fontBytes).font("text");
  drawHead(doc, quote);
  const ends = [drawSeller(doc, seller), drawAddressee(doc, quote)];
  const top = Math.max(262, ...ends.map((end) => end + 48));
  drawTotal(doc, quote, top);
  drawLines(doc, quote, top + 64);
  drawNotes(doc, quote, seller, top + 218, isPublic);
  doc.end();
  return bytes;
}

function drawHead(doc: Doc, quote: QuoteRow): void {
  doc.fontSize(22).text("御 見 積 書", page.left, 56, { width: page.width, align: "center" });
  doc.fontSize(small).fillColor(grey);
  const facts = [
    ["見積番号", quote.number],
    ["発行日", japaneseDay(quote.createdAt)],
    ["有効期限", japaneseDay(quote.validUntil)],
  ];
  facts.forEach(([label = "", value = ""], index) => {
    const y = 106 + index * 15;
    doc.text(label, 356, y, { width: 60 }).text(value, 420, y, { width: page.right - 420, align: "right" });
  });
  doc.fillColor("black");
}

/** The honorific follows the last name that is on the quote. Returns where it ends: long names take several lines. */
function drawAddressee(doc: Doc, { addressee, department, person, honorific }: QuoteRow): number {
  const names = [addressee, department, person].filter((name) => name !== undefined);
  doc.fontSize(13);
  names.forEach((name, index) => {
    const isLast = index === names.length - 1;
    doc.text(isLast ? `${name}　${honorific}` : name, page.left, index === 0 ? 106 : doc.y + 2, {
      width: 280,
    });
  });
  const y = doc.y + 4;
  doc
    .moveTo(page.left, y)
    .lineTo(page.left + 280, y)
    .lineWidth(0.7)
    .stroke();
  return y;
}

/** Returns where it ends. */
function drawSeller(doc: Doc, { name, lines, registrationNumber, siteUrl }: Seller): number {
  const width = page.right - 356;
  doc.fontSize(text).text(name, 356, 172, { width }).fontSize(small);
  for (const line of [...lines, registrationNumber && `登録番号 ${registrationNumber}`, siteUrl])
    if (line) doc.text(line, 356, doc.y + 2, { width });
  return doc.y;
}

function drawTotal(doc: Doc, quote: QuoteRow, y: number): void {
  const { firstMonth, months } = quote;
  doc.fontSize(text).text("下記のとおりお見積り申し上げます。", page.left, y - 28);
  if (firstMonth !== undefined) {
    const period = `ご利用予定期間　${monthText(firstMonth)}～${monthText(lastOf(firstMonth, months))}`;
    doc.text(period, page.left, y - 28, { width: page.width, align: "right" });
  }
  doc.rect(page.left, y, page.width, 40).fill("#f4f4f4").fillColor("black");
  doc.fontSize(text).text("御見積金額（税込）", page.left + 14, y + 13);
  doc.fontSize(18).text(yen(totalOf(quote)), page.left, y + 8, { width: page.width - 14, align: "right" });
}

const columns = [
  { title: "品目", x: page.left, width: 253, align: "left" },
  { title: "数量", x: 309, width: 50, align: "right" },
  { title: "単価（税込）", x: 359, width: 90, align: "right" },
  { title: "金額（税込）", x: 449, width: 90, align: "right" },
] as const;

function drawLines(doc: Doc, quote: QuoteRow, top: number): void {
  const { amountYen, quantity, unit, taxRatePercent, months } = quote;
  const total = totalOf(quote);
  const tax = taxIn(total, taxRatePercent);
  const rate = `${taxRatePercent}%`;
  row(
    doc,
    top,
    columns.map(({ title }) => title),
    grey,
  );
  rule(doc, top + 20);
  const item = `${productName.short} スタンダードプラン（${months}か月分）`;
  row(doc, top + 28, [item, `${quantity}${unit}`, yen(amountYen), yen(total)]);
  rule(doc, top + 50);
  const sums = [
    [`${rate}対象（税抜）`, yen(total - tax)],
    [`消費税（${rate}）`, yen(tax)],
    ["合計（税込）", yen(total)],
  ];
  sums.forEach(([label = "", value = ""], index) => {
    row(doc, top + 60 + index * 20, ["", "", label, value]);
  });
}

function row(doc: Doc, y: number, cells: readonly string[], color = "black"): void {
  doc.fontSize(small + 0.5).fillColor(color);
  columns.forEach(({ x, width, align }, index) => {
    doc.text(cells[index] ?? "", x + 4, y, { width: width - 8, align });
  });
  doc.fillColor("black");
}

const rule = (doc: Doc, y: number) =>
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor("#bbbbbb").stroke();

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

function drawNotes(doc: Doc, { unit }: QuoteRow, { siteUrl }: Seller, top: number, isPublic: boolean): void {
  const notes = [
    unit === "年"
      ? "料金は年ごとのお支払いです。"
      : "料金は月ごとのお支払いです。上記はご利用月数分の合計です。",
    "お支払い方法は、クレジットカードまたは請求書払い（銀行振込）です。",
    ...ways[isPublic ? "public" : "signedIn"](siteUrl),
  ];
  doc.fontSize(small).fillColor(grey).text("備考", page.left, top);
  for (const note of notes) doc.text(`・${note}`, page.left, doc.y + 4, { width: page.width });
}

const yen = (amount: number): string => `¥${amount.toLocaleString("ja-JP")}`;
