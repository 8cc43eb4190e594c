/** The parts of a screen as a person finds them: by role and label. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** In the page: an element that is still fading in has too little contrast for a moment. */
export const fadedIn = async (): Promise<void> => {
  const finite = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(finite.map(({ finished }) => finished));
};

/** An unfolding section carries its fields and buttons along: a press, or a caret, may go wrong until it is still. */
export async function unfold(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.evaluate(fadedIn);
}

/** The screen's title. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole("heading", { level: 1, name, exact: true });
export const atMenu = (page: Page): Promise<void> => heading(page, "メニュー").waitFor();
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** A failure, as it is read out. */
export const expectAlert = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole("alert").getByText(text).waitFor();
/** An outcome, as it is read out. */
export const expectStatus = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole("status").getByText(text).waitFor();

export const expectErrorPage = async (page: Page): Promise<void> => {
  await heading(page, "エラーが発生しました").waitFor();
  expect(pathOf(page)).toBe("/error");
};

export const expectFocus = (locator: Locator): Promise<void> =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);

/** The sentence at a field, tied to it, and read out because it is an alert. */
export async function expectFieldError(page: Page, label: string, message: string): Promise<void> {
  await page.getByRole("alert").filter({ hasText: message }).first().waitFor();
  const input = field(page, label);
  expect(await input.getAttribute("aria-invalid")).toBe("true");
  const describedBy = (await input.getAttribute("aria-describedby")) ?? "";
  const texts = await Promise.all(
    describedBy.split(" ").map((id) => page.locator(`[id="${id}"]`).textContent()),
  );
  expect(texts).toContain(message);
}

/** The current values of the fields with that name. */
export const valuesOf = async (page: Page, labels: readonly string[]): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(labels.map(async (label) => [label, await field(page, label).inputValue()] as const)),
  );
