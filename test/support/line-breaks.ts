/**
 * In the page: the places where a line ends within a phrase, as `前｜後`, and the links that break although they are short or ask to
 * get in touch. Values such as login IDs may break anywhere.
 */
export function brokenPhrases(): string[] {
  const places: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.parentElement?.closest("script, style, select, textarea, svg, [translate=no]")) continue;
    let bottom = Number.POSITIVE_INFINITY;
    for (let at = 0; at < text.length; at++) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const box = range.getClientRects()[0];
      if (!box) continue;
      const isNewLine = box.top >= bottom;
      bottom = box.bottom - 1;
      if (isNewLine && /[\p{L}\p{N}]{2}/u.test(text.data.slice(at - 1, at + 1)))
        places.push(`${text.data.slice(0, at)}｜${text.data.slice(at)}`);
    }
  }
  for (const link of document.querySelectorAll("main a")) {
    range.selectNodeContents(link.querySelector(".no-break") ?? link);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    const lines = new Set(boxes.map(({ top }) => Math.round(top)));
    const words = link.textContent;
    if (lines.size > 1 && (words.length <= 8 || words.startsWith("お問い合わせ"))) places.push(words);
  }
  return places;
}
