/** Longer names are cut. */
const most = 60;
/** Texts that mail programs turn into a link: a URL, a domain, an e-mail address. */
const links = /(?:[a-z][a-z\d+-]*:)?\/\/\S*|(?:[a-z\d-]*[.．])+[a-z]{2,}(?![a-z])\S*|\S+[@＠]\S+/giu;
const breaks = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Returns a person's or company's name for a mail to an unverified address. Without links: anybody can sign
 * up with a message as their name, which the mail would carry. docs/security.md.
 */
export function safeName(name: string): string {
  const letters = [...name.replace(links, " ").replace(breaks, " ").trim()];
  if (letters.length === 0) return "お客様";
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : letters.join("");
}
