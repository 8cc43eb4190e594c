import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { setRootSize, setTextSize } from "../support/accessibility.ts";
import { desktop, openAs, phone, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { button } from "../support/elements.ts";
import { passTenMinutes, passwordDialog } from "../support/reauthentication.ts";
import { reachPayment } from "../support/upgrade.ts";

import { customerScreens, follow, publicScreens } from "./screens.ts";

const { page } = startBrowser();

/** These tests change only the plan. */
let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

async function openMenu(): Promise<void> {
  await openAs(page(), customer);
  await button(page(), "ご登録情報の変更").waitFor();
}

async function openUpdate(): Promise<void> {
  await openAs(page(), customer, "/update");
  await button(page(), "変更を保存").waitFor();
}

const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });

test("a dialog with text at 200 % begins at its title and shows its buttons whole", async () => {
  await openAs(page(), customer, "/licence");
  await setTextSize(page(), 32);
  for (const viewport of [phone, desktop]) {
    await page().setViewportSize(viewport);
    await button(page(), "再発行する").click();
    const dialog = page().getByRole("alertdialog", { name: "ライセンスキーを再発行しますか？" });
    const title = dialog.getByRole("heading");
    expect((await title.boundingBox())?.y).toBeGreaterThan(0);
    expect(await linesOf(title)).toBe(viewport === phone ? 2 : 1);
    const buttons = await dialog.getByRole("button").all();
    for (const each of buttons) await each.scrollIntoViewIfNeeded();
    const [first, second] = await Promise.all(buttons.map((each) => each.boundingBox()));
    if (viewport === phone) expect(second).toMatchObject({ x: first?.x, width: first?.width });
    expect((second?.y ?? 0) + (second?.height ?? 0)).toBeLessThan(viewport.height);
    await page().keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
});

test("words stay whole where a style sheet doubles the text of a phone", async () => {
  await page().setViewportSize(phone);
  const { loginId } = await reachPayment(page());
  await setRootSize(page(), "32px");
  for (const title of ["お支払い方法の選択", "クレジットカード"])
    expect(await linesOf(page().getByText(title, { exact: true }).last())).toBe(1);
  await page().goto("/dl/plugin");
  await page().getByText("1.2.0").waitFor();
  await setRootSize(page(), "32px");
  await expect.poll(() => linesOf(page().getByRole("link", { name: /^plugin.zip/ }))).toBe(1);

  await page().goto("/licence");
  await passTenMinutes(page(), loginId);
  await setRootSize(page(), "32px");
  await button(page(), "表示する").click();
  await passwordDialog(page()).waitFor();
  for (const name of ["キャンセル", "確認する"]) {
    const { y = 0, height = 0 } = (await button(page(), name).boundingBox()) ?? {};
    expect(y + height).toBeLessThan(phone.height);
  }
});

test("forced colours show the selected tab and the current step", async () => {
  await page().emulateMedia({ forcedColors: "active" });
  await page().goto("/");
  const colourOf = (step: number) =>
    page()
      .getByRole("main")
      .locator(".MuiStepIcon-root")
      .nth(step)
      .evaluate((icon) => getComputedStyle(icon).color);
  expect(await colourOf(0)).not.toBe(await colourOf(1));

  await openUpdate();
  const [selected, other] = [true, false].map((is) => page().getByRole("tab", { selected: is }).first());
  const underline = async (tab: Locator | undefined): Promise<Buffer> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await tab?.boundingBox()) ?? {};
    return page().screenshot({ clip: { x: x + width / 2, y: y + height - 3, width: 8, height: 2 } });
  };
  expect((await underline(selected)).equals(await underline(other))).toBe(false);
});

/** Grounds and shadows are gone in forced colours: without an edge these are text among other text. */
const withoutEdge = (): Promise<string[]> =>
  page().evaluate(() =>
    [...document.querySelectorAll(".MuiButton-contained, .MuiButton-outlined, .MuiDialog-paper, header")]
      .filter((element) => {
        const { borderBottomStyle, borderBottomWidth } = getComputedStyle(element);
        return borderBottomStyle === "none" || borderBottomWidth === "0px";
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

test("in forced colours the header, buttons and dialogs have an edge", async () => {
  await page().emulateMedia({ forcedColors: "active" });
  await page().goto("/signin");
  await button(page(), "ログイン").waitFor();
  expect(await withoutEdge()).toEqual([]);
  await openAs(page(), customer, "/leave");
  await button(page(), "退会する").click();
  await page().getByRole("alertdialog").waitFor();
  expect(await withoutEdge()).toEqual([]);
});

/** The elements that change in time, by their style sheets: the delay of what loads is no motion. */
const moving = (): Promise<string[]> =>
  page().evaluate(() =>
    [...document.body.querySelectorAll("*")].flatMap((element) =>
      [undefined, "::before", "::after"].flatMap((part) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element, part);
        return /[1-9]/.test(`${animationDuration} ${transitionDuration}`)
          ? [element.outerHTML.slice(0, 200)]
          : [];
      }),
    ),
  );

test("reduced motion shows none on any screen, in a dialog or while something loads", async () => {
  await page().goto("/error");
  expect(await moving()).not.toEqual([]);
  await page().emulateMedia({ reducedMotion: "reduce" });
  for (const { path, shows } of publicScreens) {
    await follow(page(), path);
    await shows(page()).waitFor();
    expect(await moving()).toEqual([]);
  }
  await openMenu();
  for (const { path, shows } of customerScreens) {
    await follow(page(), path);
    await shows(page()).waitFor();
    expect(await moving()).toEqual([]);
  }
  await button(page(), "再発行する").click();
  await page().getByRole("alertdialog").waitFor();
  expect(await moving()).toEqual([]);
  await page().route("**/api/**", () => {});
  for (const [path, waiting] of [
    ["/security", ".MuiSkeleton-root"],
    ["/menu", ".MuiCircularProgress-root"],
  ] as const) {
    await page().goto(path);
    await page().locator(waiting).first().waitFor();
    expect(await moving()).toEqual([]);
    // Until it takes longer than a second, it shows nothing.
    const { animationDelay, animationName } = await page()
      .locator(".appears-late")
      .first()
      .evaluate((element) => getComputedStyle(element));
    expect([animationName, animationDelay]).toEqual(["appear", "1s"]);
  }
});

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
  isLast: boolean;
}

/** Where the focus is, with room for a ring around it; `undefined` once it has left the page. */
const focusedPlace = (): Promise<Place | undefined> =>
  page().evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    focused.scrollIntoView({ block: "center" });
    // A checkbox is invisible and shows its focus on the label around it, a card's button on the card.
    const { x, y, width, height } = (
      focused.closest("label, .MuiCard-root") ?? focused
    ).getBoundingClientRect();
    const all = [...document.querySelectorAll("a, button, input, select, textarea")];
    const isLast = focused === all.at(-1);
    return { x: Math.max(0, x - 6), y: Math.max(0, y - 6), width: width + 12, height: height + 12, isLast };
  });

/** The next stop of the Tab key, photographed with and without the focus. */
async function nextStop(): Promise<{ isVisible: boolean; isLast: boolean }> {
  await page().keyboard.press("Tab");
  const place = await focusedPlace();
  if (!place) return { isVisible: true, isLast: true };
  const { isLast, ...clip } = place;
  const photo = () => page().screenshot({ clip, animations: "disabled", caret: "hide" });
  const focused = await photo();
  await page().evaluate(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
  });
  const blurred = await photo();
  return { isVisible: !focused.equals(blurred), isLast };
}

test("the save bar of /update covers nothing that has the focus", async () => {
  await openUpdate();
  const covered: string[] = [];
  for (let stop = 0; stop < 30; stop += 1) {
    await page().keyboard.press("Tab");
    const name = await page().evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return undefined;
      const { x, y, width, height } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(x + width / 2, y + height / 2);
      const isSeen = (focused.closest("label") ?? focused).contains(seen) || seen?.contains(focused);
      return isSeen ? undefined : focused.outerHTML;
    });
    if (name !== undefined) covered.push(name);
  }
  expect(covered).toEqual([]);
});

describe("the focus is visible for keyboard users", () => {
  test.each([
    ["sign-in", 6, () => page().goto("/signin")],
    [
      "sign-in in forced colours",
      6,
      async () => {
        await page().emulateMedia({ forcedColors: "active" });
        await page().goto("/signin");
      },
    ],
    ["menu on trial", 6, openMenu],
    ["information update", 25, openUpdate],
  ] as const)("%s", async (_name, least, show) => {
    await show();
    // From the top of the page, not from the heading that took the focus on arrival.
    await page().evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute("tabindex");
    });
    await page()
      .locator("a, button, input")
      .nth(least - 1)
      .waitFor();
    const seen: boolean[] = [];
    for (let last = false; !last && seen.length < 40; ) {
      const { isVisible, isLast } = await nextStop();
      seen.push(isVisible);
      last = isLast;
    }
    expect(seen).not.toContain(false);
    expect(seen.length).toBeGreaterThanOrEqual(least);
  });
});
