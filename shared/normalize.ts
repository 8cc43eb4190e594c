/** Normalises input: full-width characters become half-width before formatting and checking. */

const dashes = /[‐‑‒–—―−﹘﹣－ーｰ]/g;

/**
 * Marks of direction, soft hyphens, joiners: text that is copied from contacts, Word or a PDF contains them.
 */
const invisible = /\p{Cf}/gu;

/**
 * Folds full-width letters, digits and `＠` to half width (NFKC) and every kind of dash to `-`, and removes
 * invisible characters and outer spaces.
 */
export const foldWidth = (text: string): string =>
  text.normalize("NFKC").replace(invisible, "").replace(dashes, "-").trim();

/** Spaces and zero-width characters around copied text. */
const outer = /^[\s\u200B-\u200D\u2060\uFEFF]+|[\s\u200B-\u200D\u2060\uFEFF]+$/gu;

/**
 * Removes outer spaces, and composes a kana or letter with a separate mark, as in names of macOS files, into
 * one character: `か` and U+3099 to `が`. Not by NFC, which replaces variants of kanji in names, such as
 * U+FA10.
 */
export const trimText = (text: string): string =>
  text
    .replace(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}]\p{Mn}+/gu, (marked) =>
      marked.normalize("NFC"),
    )
    .replace(outer, "");

/** Removes outer spaces and invisible characters from a secret or a URL. */
export const trimIdentifier = (text: string): string => trimText(text.replace(invisible, ""));

/** `１２３４５６７` or `〒123-4567` to `123-4567`; at most seven digits are kept. Specification section 5. */
export function formatPostalCode(text: string): string {
  const digits = foldWidth(text).replace(/\D/g, "").slice(0, 7);
  return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
}

/** `０９０ 1234 5678` or `(03) 1234-5678` to groups with hyphens between them. */
export const hyphenatePhone = (text: string): string =>
  foldWidth(foldWidth(text).replace(/[()]/g, " ")).replace(
    /(?<=\d)[\s.]*-[\s.]*(?=\d)|(?<=\d)[\s.]+(?=\d)/g,
    "-",
  );

const withoutSeparators = (text: string): string => foldWidth(text).replace(/[\s-]/g, "");

/** A code as it is pasted, `７８２－３１９`, `782 319` or with the message around it, to `782319`. */
export function compactCode(text: string): string {
  const compact = withoutSeparators(text);
  const [inMessage] = /(?<!\d)\d{6}(?!\d)/.exec(foldWidth(text)) ?? [];
  return /\D/.test(compact) && inMessage !== undefined ? inMessage : compact;
}

/** Variation selectors choose a glyph of the preceding character; the documents' font has only one. */
const variationSelectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
export const withoutVariants = (text: string): string => trimText(text).replace(variationSelectors, "");

/** `株式会社さくら御中` and `山田 花子 様` without the honorific, which the document adds. `株式会社御殿` is a name. */
export const withoutHonorific = (text: string): string =>
  withoutVariants(text).replace(/\s*御中$|\s+[様殿]$/u, "");

/** `Ｔ7000-0120-50002`, the number of a qualified invoice issuer included, to `7000012050002`. */
export const formatCorporateNumber = (text: string): string => withoutSeparators(text).replace(/^T/i, "");

/** Hiragana and half-width katakana to katakana: `やまだ` to `ヤマダ`. */
export const toKatakana = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[ぁ-ゖゝゞ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60));

/** `HTTPS://Example.cybozu.com/k/` to `example`. Specification section 5. */
export function formatKintoneDomain(text: string): string {
  const lower = foldWidth(text).toLowerCase();
  return lower
    .replace(/^https?:\/\//, "")
    .replace(/\..*$/s, "")
    .trim();
}

/** `090-1234-5678` to `+819012345678`. The number must have passed the phone rules. */
export const toInternationalNumber = (domestic: string): string =>
  `+81${domestic.replace(/\D/g, "").replace(/^0/, "")}`;
