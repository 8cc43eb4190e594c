import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessibleAtBothWidths, placeholderContrast } from "../support/accessibility.ts";
import { openAs, phone, signIn, startBrowser } from "../support/browser.ts";
import { createCustomer, subOf } from "../support/customer.ts";
import { setPlan } from "../support/table.ts";

const { page } = startBrowser();

const button = (name: string): Locator => page().getByRole("button", { name, exact: true });
const heading = (): Locator => page().getByRole("heading", { level: 1 });

/** Nothing here changes more than the plan. */
let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

async function openMenu(plan = "trial"): Promise<void> {
  await setPlan(subOf(customer.idToken), plan);
  await openAs(page(), customer);
  await button("ご登録情報の変更").waitFor();
}

async function openDownload(cardName: string): Promise<void> {
  await openMenu();
  await button(cardName).click();
  await button("SHA-256").first().click();
  await button("SHA-256をコピー").first().waitFor();
  await page().getByText("現在のバージョン").first().waitFor();
}

const open = (path: string) => async (): Promise<void> => {
  await page().goto(path);
  await heading().waitFor();
};

/** From the top of the page, however far that is scrolled. */
const topOf = (name: string): Promise<number> =>
  button(name).evaluate((element) => element.getBoundingClientRect().top + window.scrollY);

async function submitEmpty(path: string, submit: string): Promise<void> {
  await open(path)();
  const consents = await page().getByRole("checkbox").all();
  for (const consent of consents) await consent.check();
  const place = await topOf(submit);
  await button(submit).click();
  await page().getByRole("alert").first().waitFor();
  expect(await topOf(submit)).toBe(place);
}

const screens: Record<string, () => Promise<void>> = {
  "sign-up": open("/"),
  "sign-up, every field told off": () => submitEmpty("/", "同意して次へ"),
  "sign-up complete": open("/signup/comp"),
  "sign-in": open("/signin"),
  "sign-in, every field told off": () => submitEmpty("/signin", "ログイン"),
  "sign-in refused": async () => {
    await page().setViewportSize(phone);
    await page().goto("/signin");
    const place = await topOf("ログイン");
    await signIn(page(), { loginId: "nobody", password: "Wrong-Password-1!" });
    await page().getByRole("alert").waitFor();
    expect(await topOf("ログイン")).toBe(place);
  },
  "behind the sign-in": async () => {
    await page().route("**/api/user?*", () => {});
    await signIn(page(), customer);
    await page().getByText("お客様の情報を確認しています").waitFor();
  },
  "menu on trial": () => openMenu(),
  "menu on standard": () => openMenu("standard"),
  "plugin download": () => openDownload("プラグインダウンロード"),
  "manual download": () => openDownload("マニュアルダウンロード"),
  "password forgotten": open("/pw/forgot"),
  "password forgotten, told off": () => submitEmpty("/pw/forgot", "認証コードを送信"),
  "password reset complete": open("/pw/reset/comp"),
  "password change complete": open("/pw/change/comp"),
  "account closed": open("/leave/comp"),
  unsubscribe: open("/unsubscribe"),
  error: open("/error"),
  "unknown path": open("/no/such/page"),
};

/** A customer's screens, and what is on each once it is ready. */
const ownScreens: Record<string, () => Locator> = {
  "/update": () => button("変更を保存"),
  "/update/comp": () => button("メニューへ"),
  "/pw/change": () => button("パスワードを変更"),
  "/em/change": () => button("認証コードを送信"),
  "/em/change/comp": () => button("ご登録情報の変更へ戻る"),
  "/pn/change": () => button("認証コードを送信"),
  "/pn/change/comp": () => button("ご登録情報の変更へ戻る"),
  "/upgrade": () => button("次へ"),
  "/upgrade/comp": () => button("メニューへ"),
};

async function expectGoodScreen(): Promise<void> {
  await expectAccessibleAtBothWidths(page());
  expect(await placeholderContrast(page())).toBeGreaterThanOrEqual(4.5);
  expect(await page().title()).toMatch(/ \| 電話連携プラグイン カスタマーポータル$/);
  expect(await page().locator("html").getAttribute("lang")).toBe("ja");
}

describe("on a phone and on a desktop", () => {
  test.each(Object.entries(screens))("%s", async (_name, show) => {
    await show();
    await expectGoodScreen();
  });

  test("every screen of a customer", async () => {
    await openMenu();
    for (const [path, ready] of Object.entries(ownScreens)) {
      await page().goto(path);
      await ready().waitFor();
      await expectGoodScreen();
    }
  });
});

test("in forced colours the selected tab and the current step stand out from the others", async () => {
  await page().emulateMedia({ forcedColors: "active" });
  await open("/")();
  const colourOf = (step: number) =>
    page()
      .getByRole("main")
      .locator(".MuiStepIcon-root")
      .nth(step)
      .evaluate((icon) => getComputedStyle(icon).color);
  expect(await colourOf(0)).not.toBe(await colourOf(1));

  await openMenu();
  await page().goto("/update");
  const [selected, other] = [true, false].map((is) => page().getByRole("tab", { selected: is }).first());
  const underline = async (tab: Locator | undefined): Promise<Buffer> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await tab?.boundingBox()) ?? {};
    return page().screenshot({ clip: { x: x + width / 2, y: y + height - 3, width: 8, height: 2 } });
  };
  expect((await underline(selected)).equals(await underline(other))).toBe(false);
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
    // A checkbox is invisible and shows its focus on the label around it.
    const { x, y, width, height } = (focused.closest("label") ?? focused).getBoundingClientRect();
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
  await page().keyboard.press("Shift+Tab");
  await page().keyboard.press("Tab");
  return { isVisible: !focused.equals(blurred), isLast };
}

test("the save bar of /update covers nothing that has the focus", async () => {
  await openAs(page(), customer, "/update");
  await button("変更を保存").waitFor();
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
  const stops = {
    "sign-in": 6,
    "menu on trial": 6,
    "information update": 25,
  };
  const stopScreens: typeof screens = {
    ...screens,
    "information update": async () => {
      await openAs(page(), customer, "/update");
      await button("変更を保存").waitFor();
    },
  };
  test.each(Object.entries(stops))("%s", async (name, least) => {
    await stopScreens[name]?.();
    // From the top of the page, not from the heading that took the focus on arrival.
    await page().reload();
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
