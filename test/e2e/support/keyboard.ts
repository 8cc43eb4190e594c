import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** How the element and what surrounds it are drawn. */
const looks = (target: Locator): Promise<string> =>
  target.evaluate((element) => {
    const parts: string[] = [];
    for (
      let part: Element | null = element, depth = 0;
      part && depth < 3;
      part = part.parentElement, depth += 1
    ) {
      for (const drawn of [part, ...part.children]) {
        const { outline, boxShadow, border, backgroundColor } = getComputedStyle(drawn);
        parts.push(outline, boxShadow, border, backgroundColor);
      }
    }
    return parts.join();
  });

/** Tab until it has the focus, and can be seen to have it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const before = await looks(target);
  for (let stops = 0; stops < 30; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect.poll(() => looks(target)).not.toBe(before);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${target}`);
}
