/** The requirements of every screen: with a screen reader, on a phone, and with text at 200 %. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { desktop, phone } from "./browser.ts";
import { fadedIn } from "./elements.ts";
import { devtoolsOf, sendTextSize } from "./kept-page.ts";

/** The reader's setting, which rem and em follow. 16 is the browser's own. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  await sendTextSize(await devtoolsOf(page), standard);
  const root = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(root).toBe(`${standard}px`);
}

/** As a reader's style sheet does, which no media query knows of. */
export const setRootSize = (page: Page, fontSize: string): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, fontSize);

/** Returns the unreadable texts and unreachable targets of this screen, as sentences. Runs in the page. */
function findIllegible(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px stick out`] : [];
  const shown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    getComputedStyle(element).clipPath === "none";
  /** The save bar of /update lies on what is scrolled below it, a message on the screen, the keyboard's first button on the header. */
  const layerOf = (element: Element | null): Element | null =>
    !element || /sticky|fixed/.test(getComputedStyle(element).position)
      ? element
      : layerOf(element.parentElement);
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]");

  interface Line {
    text: string;
    box: DOMRect;
    owner: Element;
    layer: Element | null;
  }
  const lines: Line[] = [];
  const texts = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const owner = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (!owner || text === "" || !shown(owner) || owner.closest("[aria-hidden=true]")) continue;
    if (/\d{4}年\d+月/.test(text) && !owner.closest("time"))
      found.push(`“${text}” is a date for nobody but the eye`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const scrolled = owner.closest(".MuiDialogContent-root")?.getBoundingClientRect();
    const top = scrolled?.top ?? Number.NEGATIVE_INFINITY;
    const bottom = scrolled?.bottom ?? Number.POSITIVE_INFINITY;
    const layer = layerOf(owner);
    const boxes = range.getClientRects();
    if (boxes.length > 3 && text.length < 3 * boxes.length) found.push(`“${text}” has no room for words`);
    for (const box of boxes)
      if (box.width > 2 && box.top >= top && box.bottom <= bottom) lines.push({ text, box, owner, layer });
  }
  lines.forEach(({ text, box, owner, layer }, index) => {
    const scrolls = owner.closest(".MuiTableContainer-root") !== null;
    if (!scrolls && (box.left < -1 || box.right > clientWidth + 1)) found.push(`“${text}” is cut off`);
    for (const other of lines.slice(index + 1)) {
      if (layer !== other.layer || owner.contains(other.owner) || other.owner.contains(owner)) continue;
      const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      // Lines stand closer than their font's boxes: a third of a line is no overlap.
      if (width > 3 && height > Math.min(box.height, other.box.height) * 0.35)
        found.push(`“${text}” overlaps “${other.text}”`);
    }
  });

  const distance = 0.3 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const error of document.querySelectorAll("[role=alert].Mui-error > span")) {
    const { left, right, bottom } = error.getBoundingClientRect();
    for (const next of document.querySelectorAll("label, legend, button, h2, h3")) {
      const box = next.getBoundingClientRect();
      if (!shown(next) || layerOf(next) !== layerOf(error)) continue;
      if (box.left < right && box.right > left && Math.abs(box.top - bottom) < distance)
        found.push(`“${error.textContent}” touches “${next.textContent}”`);
    }
  }

  for (const target of document.querySelectorAll("button, a, input, select, textarea, summary")) {
    if (!shown(target) || getComputedStyle(target).display === "inline") continue;
    const { width, height, right } = (target.closest("label") ?? target).getBoundingClientRect();
    const form = target.closest("form")?.getBoundingClientRect();
    if (form && right > form.right + 1) found.push(`${target.outerHTML} sticks out of its form`);
    if (Math.min(width, height) < 24) found.push(`${target.outerHTML} is ${width} by ${height} px`);
  }
  return found;
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * Returns the fields that a browser or a password manager cannot fill in or save: without a name, without a purpose (axe checks
 * the values), a password without its login ID (a secret of another service is none), and a text that iOS or macOS would correct.
 */
const withoutAutofill = (): string[] => {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("form :is(input, select, textarea)"),
  ].filter(({ type }) => !["checkbox", "radio", "file"].includes(type));
  const isUnnamed = ({ name, autocomplete }: (typeof fields)[number]) => name === "" || autocomplete === "";
  const isAlone = ({ type, name, form }: (typeof fields)[number]) =>
    (type === "password" || /^(?:current|new)?password$/i.test(name)) &&
    !form?.querySelector("[name=loginId][autocomplete^=username]");
  const isCorrected = (field: (typeof fields)[number]) =>
    field.tagName !== "SELECT" && !field.hidden && field.getAttribute("autocorrect") !== "off";
  return fields
    .filter((field) => isUnnamed(field) || isAlone(field) || isCorrected(field))
    .map(({ outerHTML }) => outerHTML);
};

/** WCAG 2.2 AA by axe: nothing found. Neither is a field that nothing can fill in. */
async function expectAxeSilent(page: Page): Promise<void> {
  await page.evaluate(fadedIn);
  if (!(await page.evaluate(() => Reflect.has(window, "axe")))) await page.evaluate(axe);
  expect(await page.evaluate(withoutAutofill)).toEqual([]);
  const violations = await page.evaluate(async (): Promise<Violation[]> => {
    const runner = Reflect.get(window, "axe") as {
      run(options: object): Promise<{ violations: Violation[] }>;
    };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    return (await runner.run({ runOnly: tags, resultTypes: ["violations"], preload: false })).violations;
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual(
    [],
  );
}

/** WCAG 2.2 AA, and nothing overlaps, is cut off, sticks out sideways or is smaller than a finger needs. Text at 200 % included. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectAxeSilent(page);
    expect(await page.evaluate(findIllegible)).toEqual([]);
    await setTextSize(page, 32);
    expect(await page.evaluate(findIllegible)).toEqual([]);
    await setTextSize(page, 16);
    await setRootSize(page, "32px");
    expect(await page.evaluate(findIllegible)).toEqual([]);
    await setRootSize(page, "");
  }
}

/** The lowest contrast of a placeholder on its field, as WCAG counts it. 21 where there is none. */
export const placeholderContrast = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const luminance = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
        .map((part) => Number(part) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrasts = [...document.querySelectorAll("input[placeholder]:not([placeholder=''])")].map(
      (input) => {
        const ground = input.closest(".MuiInputBase-root") ?? input;
        const [one, other] = [
          getComputedStyle(input, "::placeholder").color,
          getComputedStyle(ground).backgroundColor,
        ]
          .map(luminance)
          .sort((a, b) => b - a);
        return ((one ?? 0) + 0.05) / ((other ?? 0) + 0.05);
      },
    );
    return Math.min(21, ...contrasts);
  });
