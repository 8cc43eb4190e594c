/** Rewrites text while someone types. `previous` is the field's value before this keystroke. */
export type Format = (text: string, previous: string) => string;

const withoutSeparators = (text: string): string => text.replaceAll("-", "");

/** The range of positions in `text` that have exactly `count` characters other than hyphens on their left. */
function positionsAfter(text: string, count: number): [first: number, last: number] {
  let first = 0;
  for (let left = count; left > 0 && first < text.length; first += 1) {
    if (text[first] !== "-") left -= 1;
  }
  let last = first;
  while (text[last] === "-") last += 1;
  return [first, last];
}

interface Edit {
  /** What the browser holds after the keystroke, and where its caret is. */
  text: string;
  caret: number;
  previous: string;
  /** The Delete key: stands still on an inserted hyphen unless it is carried over it. */
  forwardDelete?: boolean;
}

/** The formatted text and the caret that stays behind the same characters as before. */
export function formatKeepingCaret(
  format: Format,
  { text, caret, previous, forwardDelete = false }: Edit,
): { text: string; caret: number } {
  const formatted = format(text, previous);
  if (formatted === text) return { text, caret };
  const left = format(text.slice(0, caret), previous);
  const [first, last] = positionsAfter(formatted, withoutSeparators(left).length);
  const nearest = Math.min(Math.max(left.length, first), last);
  return { text: formatted, caret: forwardDelete && formatted === previous ? last : nearest };
}
