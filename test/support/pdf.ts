import { getDocumentProxy } from "unpdf";
import { expect } from "vitest";

/** The words of a document of one page, one space between them. */
export async function textOfPdf(pdf: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  expect(document.numPages).toBe(1);
  const { items } = await (await document.getPage(1)).getTextContent();
  const words = items.map((item) => ("str" in item ? item.str : "")).join(" ");
  return words.replace(/\s+/g, " ");
}
