/** The common parts of the seller's documents: an A4 page with an embedded subset of the font. */
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { environment, optionalEnvironment } from "#functions/runtime/environment.ts";
import { fontBytes } from "./font.ts";

export type Doc = PDFKit.PDFDocument;

export const page = { left: 56, right: 539, width: 483 };
/** The column at the right. */
export const aside = { left: 356, width: page.right - 356 };
export const small = 9;
export const text = 10.5;
export const grey = "#555555";

interface DocumentInfo {
  title: string;
  /** ISO 8601. With it, the same content has the same bytes. */
  createdAt: string;
}

/** Returns the bytes of a PDF with one page, which `draw` fills. */
export function drawPage({ title, createdAt }: DocumentInfo, draw: (doc: Doc) => void): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "A4",
    margin: page.left,
    lang: "ja-JP",
    displayTitle: true,
    // Not pdfkit's default font, which it reads from a file beside itself.
    font: "",
    info: { Title: title, Author: seller().name, CreationDate: new Date(createdAt) },
  });
  const bytes = buffer(doc);
  doc.registerFont("text", fontBytes()).font("text");
  draw(doc);
  doc.end();
  return bytes;
}

interface Seller {
  name: string;
  /** Below the name: address, phone, person in charge. */
  lines: readonly string[];
  /** `T` and 13 digits. */
  registrationNumber: string | undefined;
  siteUrl: string;
}

/** Returns the seller of every document, from the function's settings. */
export const seller = (): Seller => ({
  name: optionalEnvironment("SELLER_NAME") ?? "",
  lines: optionalEnvironment("SELLER_LINES")?.split("\n") ?? [],
  registrationNumber: optionalEnvironment("REGISTRATION_NUMBER"),
  siteUrl: environment("SITE_URL"),
});

/** Draws the title, and below it at the right the facts about the document. */
export function drawHead(doc: Doc, title: string, facts: readonly (readonly [string, string])[]): void {
  doc.fontSize(22).text(title, page.left, 56, { width: page.width, align: "center" });
  doc.fontSize(small).fillColor(grey);
  facts.forEach(([label, value], index) => {
    const y = 106 + index * 15;
    doc.text(label, aside.left, y, { width: 60 });
    doc.text(value, aside.left + 64, y, { width: aside.width - 64, align: "right" });
  });
  doc.fillColor("black");
}

/**
 * Draws the names. The honorific follows the last one, unless it is empty. Returns the y below: long names
 * take several lines.
 */
export function drawAddressee(doc: Doc, names: readonly string[], honorific: string): number {
  const width = 280;
  doc.fontSize(13);
  names.forEach((name, index) => {
    const isLast = index === names.length - 1 && honorific !== "";
    const y = index === 0 ? 106 : doc.y + 2;
    doc.text(isLast ? `${name}　${honorific}` : name, page.left, y, { width });
  });
  const y = doc.y + 4;
  doc
    .moveTo(page.left, y)
    .lineTo(page.left + width, y)
    .lineWidth(0.7)
    .stroke();
  return y;
}

/** Draws the seller. Returns the y below. */
export function drawSeller(doc: Doc): number {
  const { name, lines, registrationNumber, siteUrl } = seller();
  const { left, width } = aside;
  doc.fontSize(text).text(name, left, 172, { width }).fontSize(small);
  for (const line of [...lines, registrationNumber && `登録番号 ${registrationNumber}`, siteUrl])
    if (line) doc.text(line, left, doc.y + 2, { width });
  return doc.y;
}

/** Draws a grey band with the amount. */
export function drawAmount(doc: Doc, label: string, amount: number, y: number): void {
  doc.rect(page.left, y, page.width, 40).fill("#f4f4f4").fillColor("black");
  doc.fontSize(text).text(label, page.left + 14, y + 13);
  doc.fontSize(18).lineWidth(0.6);
  drawBold(doc, yen(amount), page.left, y + 8, { width: page.width - 14, align: "right" });
}

/** Outlines each letter with the document's line width: the font has one weight. */
const drawBold = (doc: Doc, words: string, x: number, y: number, options: PDFKit.Mixins.TextOptions): Doc =>
  doc.strokeColor("black").text(words, x, y, { ...options, fill: true, stroke: true });

export interface Column {
  x: number;
  width: number;
  align: "left" | "right";
}

export function drawRow(
  doc: Doc,
  columns: readonly Column[],
  y: number,
  cells: readonly string[],
  color = "black",
): void {
  doc.fontSize(small + 0.5).fillColor(color);
  columns.forEach(({ x, width, align }, index) => {
    doc.text(cells[index] ?? "", x + 4, y, { width: width - 8, align });
  });
  doc.fillColor("black");
}

export const drawRule = (doc: Doc, y: number) =>
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor("#bbbbbb").stroke();

export function drawNotes(doc: Doc, notes: readonly string[], top: number): void {
  doc.fontSize(small).text("備考", page.left, top);
  for (const note of notes) doc.text(`・${note}`, page.left, doc.y + 4, { width: page.width });
}

export const yen = (amount: number): string => `¥${amount.toLocaleString("ja-JP")}`;
