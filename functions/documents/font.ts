/**
 * Noto Sans JP (SIL Open Font License): 16,700 characters, also those of names such as 髙, 﨑 and 𠮷. A PDF
 * embeds the characters that it uses.
 */
import { readFileSync } from "node:fs";
import path from "@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf";
import { create, type Font } from "fontkit";

let bytes: Buffer | undefined;
export function fontBytes(): Buffer {
  bytes ??= readFileSync(new URL(path, import.meta.url));
  return bytes;
}

let font: Font | undefined;
function loadFont(): Font {
  font ??= create(fontBytes()) as Font;
  return font;
}

/** Returns the characters of `text` that the font has no glyph for, each once. */
export const unprintableIn = (text: string): string =>
  [...new Set(text)]
    .filter((character) => !loadFont().hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
    .join("");

/**
 * Returns `text` with 〓, as Japanese printers do it, in place of each character that the font has no glyph
 * for.
 */
export function printable(text: string): string {
  const missing = unprintableIn(text);
  return [...text].map((character) => (missing.includes(character) ? "〓" : character)).join("");
}
