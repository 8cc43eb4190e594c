import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";

const { resolve } = createRequire(import.meta.url);
const font = resolve("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf");

/** One page A4, a title and lines below it. The same bytes every time. */
export function onePagePdf(title: string, lines: readonly string[] = []): Promise<Buffer> {
  const document = new PDFDocument({ size: "A4", font, info: { CreationDate: new Date(0) } });
  document.fontSize(18).text(title).fontSize(11).text(lines.join("\n"));
  document.end();
  return buffer(document);
}
