import type { Page } from "playwright-core";
import { expect } from "vitest";
import { phone } from "../support/browser.ts";

/** Where everything stands that is read or pressed, from the top of the page, without what an error adds. */
const layoutOf = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(":is(main, footer) :is(h1, h2, h3, p, label, input, select, button, a)")]
      .filter((element) => element.checkVisibility() && !element.closest("[role=alert]"))
      .map((element) => Math.round(element.getBoundingClientRect().top + window.scrollY)),
  );

/** Not while the pressed button is busy: a disabled one has no focus until the press has ended. */
const isFocusInSight = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return false;
    const { left, top, width, height } = focused.getBoundingClientRect();
    return focused.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

/** `fail` ends when the error is told: nothing on the screen has moved, and it does not lie over what has the focus. */
export async function expectStill(page: Page, fail: () => Promise<void>): Promise<void> {
  const before = await layoutOf(page);
  await fail();
  expect(await layoutOf(page)).toEqual(before);
  await expect.poll(() => isFocusInSight(page)).toBe(true);
}

/** The same at a phone's width and at a desk's; `fill` takes an earlier error away. */
export async function expectStillAtBothWidths(
  page: Page,
  fill: () => Promise<void>,
  fail: () => Promise<void>,
): Promise<void> {
  for (const viewport of [phone, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    await fill();
    await expectStill(page, fail);
  }
}
