/** A one-page PDF. Its Japanese font is one of Adobe's standard ones, which every viewer substitutes: none is embedded. */

/** A4, a title and lines below it. */
export function pdf(title: string, lines: readonly string[]): Buffer {
  const text = [
    `BT /F1 18 Tf 56 770 Td <${utf16(title)}> Tj ET`,
    ...lines.map((line, index) => `BT /F1 11 Tf 56 ${730 - index * 22} Td <${utf16(line)}> Tj ET`),
  ].join("\n");
  return assemble([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5 /Encoding /UniJIS-UTF16-H /DescendantFonts [6 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 5 >> /FontDescriptor 7 0 R >>",
    "<< /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [-92 -250 1010 922] /ItalicAngle 0 /Ascent 752 /Descent -221 /CapHeight 737 /StemV 114 >>",
  ]);
}

/** Everything in it is ASCII, so that lengths in characters are lengths in bytes. */
function assemble(objects: readonly string[]): Buffer {
  let file = "%PDF-1.5\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const start = file.length;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

const utf16 = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase();
