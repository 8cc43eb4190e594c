/** Longer names are cut. */
const most = 60;
/** Texts that mail programs make a link of: an address of a page, a domain, an e-mail address. */
const links = /(?:[a-z][a-z\d+-]*:)?\/\/\S*|(?:[a-z\d-]*[.．])+[a-z]{2,}(?![a-z])\S*|\S+[@＠]\S+/giu;
const breaks = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * A person's or company's name, as a mail to an address that nobody has proven shows it: whoever signs up can type a message there,
 * which our mail would carry. docs/security.md.
 */
export function safeName(name: string): string {
  const letters = [...name.replace(links, " ").replace(breaks, " ").trim()];
  if (letters.length === 0) return "お客様";
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : letters.join("");
}
