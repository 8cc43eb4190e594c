/** Loaded by browsers without `word-break: auto-phrase`: docs/decisions/0061-room-on-a-screen.md. */
import { jaModel, Parser } from "budoux";

const parser = new Parser(jaModel);
const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;
/** Elements whose text is a value, or is drawn by the browser. */
const untouched = "script, style, select, textarea, svg, [translate=no]";
/** Elements with `white-space: nowrap`, in which a `<wbr>` breaks the line too. */
const unbroken = ".no-break";
/** Attribute of the elements that contain separated text. */
const separated = "data-phrases";

/** Returns the block element that breaks the text into lines. */
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
 * Inserts `<wbr>` at these offsets of a text. Unlike U+200B, it is not copied, read out or part of an
 * accessible name. A `span` around the phrases keeps them one item of a flex container.
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

/** Separates the texts of a block. The parser reads the whole block, because a link is part of its sentence. */
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

/** Makes lines break only between phrases, in the present and later content of `root`. */
export function breakBetweenPhrases(root: HTMLElement): void {
  const update = (nodes: readonly Node[]) => {
    const blocks = new Set(nodes.flatMap(textsIn).map(blockOf));
    for (const block of blocks) if (block) separateBlock(block);
    // Discard the records of these changes.
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
