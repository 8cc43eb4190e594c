/** Loaded by browsers without `word-break: auto-phrase`: docs/decisions/0061-room-on-a-screen.md. */
import { jaModel, Parser } from "budoux";

const parser = new Parser(jaModel);
const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;
/** Their text is a value, or the browser draws it. */
const untouched = "script, style, select, textarea, svg, [translate=no]";
/** A `<wbr>` breaks a line within it, too. */
const unbroken = ".no-break";
/** Marks the elements that hold a separated text. */
const separated = "data-phrases";

/** The element whose lines the text is part of. */
function blockOf({ parentElement }: Node): Element | null {
  let element = parentElement;
  while (element && getComputedStyle(element).display === "inline") element = element.parentElement;
  return element;
}

function textsIn(node: Node): Text[] {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts = node instanceof Text ? [node] : [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

/**
 * Puts a `<wbr>` before the phrases of a text, at these offsets: unlike U+200B it is neither copied, read out nor part of a name.
 * An element of its own keeps them together in a flex container.
 */
function separate(text: Text, offsets: readonly number[]): void {
  const phrases = [...offsets, text.length].map((end, index) =>
    text.data.slice(offsets[index - 1] ?? 0, end),
  );
  const element = document.createElement("span");
  element.setAttribute(separated, "");
  element.append(
    ...phrases.flatMap((phrase, index) => (index > 0 ? [document.createElement("wbr"), phrase] : [phrase])),
  );
  text.replaceWith(element);
}

/** Finds the phrases of the whole block, so that a link within a sentence is read with the words around it. */
function separateBlock(block: Element): void {
  const texts = textsIn(block).filter((text) => blockOf(text) === block);
  const whole = texts.map(({ data }) => data).join("");
  if (!japanese.test(whole)) return;
  const boundaries = parser.parseBoundaries(whole);
  let start = 0;
  for (const text of texts) {
    const end = start + text.length;
    const last = text.parentElement?.closest(unbroken) ? start + 1 : end;
    const offsets = boundaries.filter((at) => at >= start && at > 0 && at < last).map((at) => at - start);
    start = end;
    if (offsets.length > 0 && !text.parentElement?.closest(`${untouched}, [${separated}]`))
      separate(text, offsets);
  }
}

/** Lets lines break between phrases only, in what `root` shows now and later. */
export function breakBetweenPhrases(root: HTMLElement): void {
  const update = (nodes: readonly Node[]) => {
    const blocks = new Set(nodes.flatMap(textsIn).map(blockOf));
    for (const block of blocks) if (block) separateBlock(block);
    // Ignore the records of these changes.
    observer.takeRecords();
  };
  const observer = new MutationObserver((records) =>
    update(
      records.flatMap(({ target, addedNodes }) => (target instanceof Text ? [target] : [...addedNodes])),
    ),
  );
  root.style.wordBreak = "keep-all";
  update([root]);
  observer.observe(root, { subtree: true, childList: true, characterData: true });
}
