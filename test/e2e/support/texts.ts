/** The texts of React that a translator replaces: docs/decisions/0058-pages-that-a-translator-changes.md. */

/**
 * In the page, before its scripts: an error for each text beside other nodes that React changes, moves or removes, or inserts
 * something before. React has a record of each such text. It has none of a text that is the only child of its element.
 */
export function reportChangedTexts(): void {
  const isReactText = (node: Node | null): boolean =>
    node?.nodeType === Node.TEXT_NODE && Object.keys(node).some((key) => key.startsWith("__reactFiber$"));
  const report = (change: string, node: Node | null, parent: Node | null): void => {
    const place = parent instanceof Element ? parent.outerHTML : "no element";
    console.error(`The text "${node?.nodeValue}" needs an element of its own: it is ${change} in ${place}`);
  };
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (isReactText(child)) report("removed", child, this);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(node: T, child: Node | null): T {
    if (isReactText(child)) report("the place of an insertion", child, this);
    if (isReactText(node) && node.parentNode) report("moved", node, this);
    return insertBefore.call(this, node, child) as T;
  };
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(text: string) {
      if (isReactText(this)) report(`changed to "${text}"`, this, this.parentNode);
      nodeValue?.set?.call(this, text);
    },
  });
}

/** In the page, before its scripts: puts each text into two `<font>`, as Google Translate does, now and whenever one is added. */
export function translate(): void {
  const isTranslated = ({ parentElement }: Text): boolean =>
    !parentElement?.closest("body") ||
    parentElement.closest("font, script, style, select, textarea, [translate=no]") !== null;
  const wrap = (text: Text): void => {
    if (isTranslated(text) || text.data.trim() === "") return;
    const fonts = [document.createElement("font"), document.createElement("font")] as const;
    // Another node: React's is no longer in the page.
    fonts[1].append(text.data);
    fonts[0].append(fonts[1]);
    text.replaceWith(fonts[0]);
  };
  const textsIn = (node: Node): Text[] => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = node instanceof Text ? [node] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    return texts;
  };
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records)
      for (const node of [...addedNodes, target]) for (const text of textsIn(node)) wrap(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
