import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { CustomerPath } from "#shared/site/paths.ts";
import {
  expectAccessibleAtBothWidths,
  placeholderContrast,
  setRootSize,
  setTextSize,
} from "../support/accessibility.ts";
import { desktop, openAs, phone, signInHere, startBrowser } from "../support/browser.ts";
import { createCustomer, subOf } from "../support/customer.ts";
import { passTenMinutes, passwordDialog } from "../support/reauthentication.ts";
import { setPlan } from "../support/table.ts";
import { reachPayment } from "../support/upgrade.ts";

const { page } = startBrowser();

const button = (name: string): Locator => page().getByRole("button", { name, exact: true });

/** These tests change only the plan. */
let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

async function openMenu(): Promise<void> {
  await openAs(page(), customer);
  await button("ご登録情報の変更").waitFor();
}

async function openUpdate(): Promise<void> {
  await openAs(page(), customer, "/update");
  await button("変更を保存").waitFor();
}

/** As a link within the site, from where the screen's own step ends: no document is loaded. */
const follow = (path: string): Promise<void> =>
  page().evaluate((to) => {
    history.pushState({ idx: history.state.idx + 1, usr: { completed: true } }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** From the top of the page, however far that is scrolled. */
const topOf = (name: string): Promise<number> =>
  button(name).evaluate((element) => element.getBoundingClientRect().top + window.scrollY);

async function submitEmpty(submit: string): Promise<void> {
  const consents = await page().getByRole("checkbox").all();
  for (const consent of consents) await consent.check();
  const place = await topOf(submit);
  await button(submit).click();
  await page().getByRole("alert").first().waitFor();
  expect(await topOf(submit)).toBe(place);
}

interface Screen {
  path: string;
  /** On the screen once it is ready, and not on the one before it. */
  shows: () => Locator;
  /** The button that submits the empty form. */
  submit?: string;
}
const titled = (name: string) => () => page().getByRole("heading", { level: 1, name, exact: true });

const publicScreens: Screen[] = [
  { path: "/", shows: titled("新規登録"), submit: "同意して次へ" },
  { path: "/signup/comp", shows: titled("登録が完了しました") },
  { path: "/signin", shows: titled("ログイン"), submit: "ログイン" },
  { path: "/pw/forgot", shows: titled("パスワードをお忘れの方"), submit: "認証コードを送信" },
  { path: "/id/forgot", shows: titled("ログインIDをお忘れの方"), submit: "メールを送信" },
  { path: "/quote", shows: titled("見積書の作成"), submit: "見積書をダウンロード" },
  { path: "/pw/reset/comp", shows: titled("パスワードの再設定が完了しました") },
  { path: "/pw/change/comp", shows: titled("パスワードの変更が完了しました") },
  { path: "/leave/comp", shows: titled("退会の手続きが完了しました") },
  { path: "/error", shows: titled("エラーが発生しました。") },
  { path: "/unsubscribe", shows: titled("お知らせメールの配信停止") },
  { path: "/unsubscribe/invoice-copies", shows: titled("請求書の控えの送付停止") },
  { path: "/no/such/page", shows: titled("エラーが発生しました。") },
];

/** Without the menu and the downloads, which come before. A new path of a customer does not compile without its screen. */
type OtherPath = Exclude<CustomerPath, "/menu" | "/dl/plugin" | "/dl/manual"> | "/pw/change";
const shownOn: Readonly<Record<OtherPath, () => Locator>> = {
  "/update": () => button("変更を保存"),
  "/update/comp": () => button("メニューへ"),
  "/pw/change": () => button("パスワードを変更"),
  "/em/change": () => button("認証コードを送信"),
  "/em/change/comp": () => button("ご登録情報の変更に戻る"),
  "/pn/change": () => button("認証コードを送信"),
  "/pn/change/comp": () => button("ご登録情報の変更に戻る"),
  "/upgrade": () => button("次へ"),
  "/upgrade/comp": () => button("メニューへ"),
  "/contract": () => page().getByText("トライアルプラン", { exact: true }),
  "/security": () => page().getByText("新規登録が完了しました"),
  "/guide": titled("ご利用開始ガイド"),
  "/leave": titled("データのダウンロードと退会"),
  "/licence": () => button("再発行する"),
};
const customerScreens: Screen[] = Object.entries(shownOn).map(([path, shows]) => ({ path, shows }));

async function expectGoodScreen(): Promise<void> {
  await expectAccessibleAtBothWidths(page());
  expect(await placeholderContrast(page())).toBeGreaterThanOrEqual(4.5);
  expect(await page().title()).toMatch(/ \| 電話連携プラグイン カスタマーポータル$/);
  expect(await page().locator("html").getAttribute("lang")).toBe("ja");
}

async function expectGoodScreens(screens: Screen[]): Promise<void> {
  for (const { path, shows, submit } of screens) {
    await follow(path);
    await shows().waitFor();
    await expectGoodScreen();
    if (submit === undefined) continue;
    await submitEmpty(submit);
    await expectGoodScreen();
  }
}

describe("on a phone and on a desktop", () => {
  test("every public screen is accessible, with an error at every field", async () => {
    await page().goto("/error");
    await expectGoodScreens(publicScreens);
  });

  test("a refused sign-in, and the wait behind the sign-in", async () => {
    await page().setViewportSize(phone);
    await page().goto("/signin");
    const place = await topOf("ログイン");
    await signInHere(page(), { loginId: "nobody", password: "Wrong-Password-1!" });
    await page().getByRole("alert").waitFor();
    expect(await topOf("ログイン")).toBe(place);
    await expectGoodScreen();
    await page().route("**/api/user?*", () => {});
    await signInHere(page(), customer);
    await page().getByRole("heading", { name: "メニュー" }).waitFor();
    await expectGoodScreen();
  });

  test("a sign-in on the way to another screen shows that screen's wait", async () => {
    await page().setViewportSize(phone);
    await page().goto("/contract");
    await page().route("**/api/user?*", () => {});
    await signInHere(page(), customer);
    await page().getByText("お客様の情報を確認しています").waitFor();
    await expectGoodScreen();
  });

  test("every screen of a customer", async () => {
    await openMenu();
    await expectGoodScreen();
    for (const name of ["プラグイン", "マニュアル"]) {
      await button(`${name}ダウンロード`).click();
      await button(`${name}のリリース履歴`).click();
      await button("SHA-256をコピー").first().waitFor();
      await page().getByText("現在のバージョン").first().waitFor();
      await expectGoodScreen();
      await button("メニューに戻る").click();
    }
    await expectGoodScreens(customerScreens);

    await setPlan(subOf(customer.idToken), "standard");
    await page().goto("/menu");
    await page().getByRole("main").getByText("スタンダードプラン", { exact: true }).waitFor();
    await expectGoodScreen();
    await setPlan(subOf(customer.idToken), "trial");
  });
});

const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });

test("a dialog with text at 200 % begins at its title and shows its buttons whole", async () => {
  await openAs(page(), customer, "/licence");
  await setTextSize(page(), await page().context().newCDPSession(page()), 32);
  for (const viewport of [phone, desktop]) {
    await page().setViewportSize(viewport);
    await button("再発行する").click();
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
  await button("表示する").click();
  await passwordDialog(page()).waitFor();
  for (const name of ["キャンセル", "確認する"]) {
    const { y = 0, height = 0 } = (await button(name).boundingBox()) ?? {};
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
  await button("ログイン").waitFor();
  expect(await withoutEdge()).toEqual([]);
  await openAs(page(), customer, "/leave");
  await button("退会する").click();
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
    await follow(path);
    await shows().waitFor();
    expect(await moving()).toEqual([]);
  }
  await openMenu();
  for (const { path, shows } of customerScreens) {
    await follow(path);
    await shows().waitFor();
    expect(await moving()).toEqual([]);
  }
  await button("再発行する").click();
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
