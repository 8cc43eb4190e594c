import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { activity, signInMethods } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import {
  holdRequests,
  openAs,
  phone,
  settled,
  startBrowser,
  takeComplaints,
  waitUntilAlive,
} from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { button, expectFocus, field, heading } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { answers, consents } from "../support/sign-up.ts";
import { commit, compose } from "../support/typing.ts";

const { page } = startBrowser(phone, { isNew: true });

/** Opens a path whose scripts wait until they are let go, all but the one that comes with the paint. */
async function openWithoutScripts(path: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page().route("**/assets/*.js", async (route) => {
    if (!route.request().url().includes("/start-")) await promise;
    await route.continue();
  });
  await page().goto(path, { waitUntil: "commit" });
  await page().waitForLoadState("domcontentloaded");
  await page().locator("main").waitFor();
  return async () => {
    resolve();
    await waitUntilAlive(page());
  };
}

const countShifts = (): void => {
  Reflect.set(window, "shifts", []);
  new PerformanceObserver((list) => {
    Reflect.get(window, "shifts").push(...list.getEntries().map((entry) => Reflect.get(entry, "value")));
  }).observe({ type: "layout-shift", buffered: true });
};
const shifts = (): Promise<number[]> => page().evaluate(() => Reflect.get(window, "shifts"));

/** The heading is there before any script; React takes over the very same elements, and nothing moves. */
async function expectTakenOver(path: string, heading: string): Promise<void> {
  const letGo = await openWithoutScripts(path);
  await page().evaluate(countShifts);
  await page().getByRole("heading", { level: 1, name: heading }).waitFor();
  expect(await page().title()).toBe(`${heading} | 電話連携プラグイン カスタマーポータル`);
  await page().evaluate(() => Reflect.set(window, "painted", [...document.querySelectorAll("#root *")]));
  await letGo();
  const replaced = await page().evaluate(() =>
    Reflect.get(window, "painted")
      .filter((element: Element) => !element.isConnected)
      .map((element: Element) => element.outerHTML),
  );
  expect([path, replaced, await shifts()]).toEqual([path, [], []]);
}

describe("a screen that looks the same to everybody is painted before its scripts arrive", () => {
  const screens: [path: string, heading: string][] = [
    [paths.signUp, "新規登録"],
    [paths.signIn, "ログイン"],
    [paths.passwordForgot, "パスワードをお忘れの方"],
    [paths.loginIdForgot, "ログインIDをお忘れの方"],
    [paths.signUpComplete, "ご登録後のお手続き"],
    [paths.unsubscribe, "お知らせメールの配信停止"],
    [paths.unsubscribeCopies, "請求書の控えの送付停止"],
    [paths.error, "エラーが発生しました"],
    ["/no/such/page", "ページが見つかりません"],
  ];
  test("the scripts take over the very elements that were painted, and nothing moves", async () => {
    for (const [path, heading] of screens) await expectTakenOver(path, heading);
  });

  test("/ says what the plugin does and costs, within a screen of its first field", async () => {
    const letGo = await openWithoutScripts(paths.signUp);
    await page().getByRole("region", { name: "電話とSMSをkintoneから" }).waitFor();
    const field = page().getByRole("radio", { name: "法人" });
    expect(await field.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(844);
    await letGo();
    await page().getByText("月額 11,000円（税込）", { exact: true }).waitFor();
    await page().getByText("無料（30日間）", { exact: true }).waitFor();
    const link = page().getByRole("link", { name: "製品のご案内" });
    expect(await link.getAttribute("href")).toBe("/__local/company/product");
  });

  test("the browser itself sends no form, whatever its method", async () => {
    await openWithoutScripts(paths.signIn);
    await field(page(), "パスワード").fill("Secret-Passw0rd!");
    const refused = page().evaluate(
      () =>
        new Promise<void>((resolve) =>
          document.addEventListener("securitypolicyviolation", () => resolve(), { once: true }),
        ),
    );
    await page().evaluate(() => {
      const form = document.querySelector("form");
      form?.setAttribute("method", "get");
      form?.submit();
    });
    await refused;
    expect(new URL(page().url()).search).toBe("");
    expect(takeComplaints()).toEqual([expect.stringContaining("form-action")]);
  });

  test("without a login ID /pw/reset asks for one", async () => {
    const letGo = await openWithoutScripts(paths.passwordReset);
    await heading(page(), "パスワードの再設定").waitFor();
    await letGo();
    await heading(page(), "パスワードをお忘れの方").waitFor();
  });

  test("a customer's screen takes the place of the frame, and nothing moves", async () => {
    await openAs(page(), await createCustomer(), "/favicon.svg");
    const letGo = await openWithoutScripts(paths.menu);
    await page().evaluate(countShifts);
    await page().getByRole("banner").waitFor();
    await letGo();
    await button(page(), "ご登録情報の変更").waitFor();
    expect(await shifts()).toEqual([]);
  });

  test("a reload of /security moves nothing, in whichever order its answers come", async () => {
    type Answer = [path: string, shown: () => Locator];
    const history: Answer = [activity.path, () => page().getByText("まだ変更していません。")];
    // The call for the methods waits for the settings.
    const others: Answer[] = [
      ["/config.json", () => page().getByRole("link", { name: "プライバシーポリシー" })],
      [signInMethods.path, () => button(page(), "認証アプリを設定する")],
    ];
    for (const state of ["trial", "withPasskey"] as const) {
      const customer = await createCustomer({ state });
      await openAs(page(), customer, "/favicon.svg");
      const value = state === "withPasskey" ? customer.loginId : "";
      await page()
        .context()
        .addCookies([{ name: "passkeyLoginId", value, url: local.url("") }]);
      for (const ordered of [
        [history, ...others],
        [...others, history],
      ]) {
        const held = await Promise.all(ordered.map(([path]) => holdRequests(page(), `**${path}`)));
        await page().goto(paths.security, { waitUntil: "commit" });
        await page().evaluate(countShifts);
        await waitUntilAlive(page());
        for (const [index, [, shown]] of ordered.entries()) {
          held[index]?.();
          await shown().waitFor();
        }
        await button(page(), "パスキーを追加する").waitFor();
        await settled(page());
        expect([state, await shifts()]).toEqual([state, []]);
        await page().unrouteAll();
      }
    }
  });
});

const pressedButtons = () => page().locator("button[data-pressed]").allTextContents();

describe("a press before the scripts arrive is kept, shown, and done once", () => {
  const attempts = async (operation: string): Promise<number> =>
    (await local.requests("cognito")).filter(({ headers }) => headers["x-amz-target"]?.endsWith(operation))
      .length;

  test("on /signin, by Enter and by the button", async () => {
    const { loginId, password } = await createCustomer();
    const letGo = await openWithoutScripts(paths.signIn);
    await type(page(), "ログインID", loginId);
    await type(page(), "パスワード", password);
    await page().keyboard.press("Enter");
    await button(page(), "ログイン").click();
    expect(await pressedButtons()).toEqual(["ログイン"]);
    await local.clearRequests();
    await letGo();
    await button(page(), "ご登録情報の変更").waitFor();
    expect(await attempts(".InitiateAuth")).toBe(1);
  });

  test("on /pw/forgot, whose one field is sent by Enter", async () => {
    const { loginId } = await createCustomer();
    const letGo = await openWithoutScripts(paths.passwordForgot);
    await type(page(), "ログインID", loginId);
    await page().keyboard.press("Enter");
    await local.clearRequests();
    await letGo();
    await page().waitForURL(`**${paths.passwordReset}`);
    expect(await attempts(".ForgotPassword")).toBe(1);
  });

  test("on a screen that replaces the frame", async () => {
    await openAs(page(), await createCustomer(), "/favicon.svg");
    const letGo = await openWithoutScripts(paths.menu);
    await button(page(), "ログアウト").click();
    await letGo();
    await page().waitForURL(`**${paths.signIn}`);
  });

  test("later typing cancels it", async () => {
    const { loginId, password } = await createCustomer();
    const letGo = await openWithoutScripts(paths.signIn);
    await type(page(), "ログインID", "somebody");
    await button(page(), "ログイン").click();
    await type(page(), "パスワード", "Sakura");
    expect(await pressedButtons()).toEqual([]);
    await local.clearRequests();
    await letGo();
    await field(page(), "ログインID").fill(loginId);
    await field(page(), "パスワード").fill(password);
    await button(page(), "ログイン").click();
    await button(page(), "ご登録情報の変更").waitFor();
    expect(await attempts(".InitiateAuth")).toBe(1);
  });
});

/** Types with the keyboard, as somebody who does not wait. */
async function type(target: Page, label: string, text: string): Promise<void> {
  await field(target, label).click();
  await target.keyboard.type(text);
}

describe("text typed before the scripts arrive", () => {
  test("both fields of /signin stay, and the next submit signs in", async () => {
    const { loginId, password } = await createCustomer();
    const letGo = await openWithoutScripts(paths.signIn);
    await type(page(), "ログインID", loginId);
    await type(page(), "パスワード", password);
    await letGo();
    expect(await field(page(), "ログインID").inputValue()).toBe(loginId);
    expect(await field(page(), "パスワード").inputValue()).toBe(password);
    await expectFocus(field(page(), "パスワード"));
    await page().keyboard.press("Enter");
    await button(page(), "ご登録情報の変更").waitFor();
  });

  test("stays while the scripts cannot be had: they come with the connection", async () => {
    const entry = "**/assets/index-*.js";
    await page().route(entry, (route) => route.abort());
    const failed = page().waitForEvent("requestfailed");
    await page().goto(paths.signIn, { waitUntil: "load" });
    await type(page(), "ログインID", "somebody");
    await failed;
    await page().unroute(entry);
    await page().evaluate(() => dispatchEvent(new Event("online")));
    await waitUntilAlive(page());
    expect(await field(page(), "ログインID").inputValue()).toBe("somebody");
    await button(page(), "ログイン").click();
    await page().getByText("パスワード は必須です。").waitFor();
  });

  test("a composition goes on through the arrival, and is formatted when it ends", async () => {
    const letGo = await openWithoutScripts(paths.signUp);
    const input = field(page(), "郵便番号");
    await input.focus();
    await compose(input, ["１", "１５０"]);
    await letGo();
    await expectFocus(input);
    expect(await input.inputValue()).toBe("１５０");
    await compose(input, ["１５００００２"]);
    expect(await input.inputValue()).toBe("１５００００２");
    await commit(input, "１５００００２");
    await expect.poll(() => input.inputValue()).toBe("150-0002");
  });

  test("choices count, and a field that was left is formatted: the step is complete", async () => {
    const letGo = await openWithoutScripts(paths.signUp);
    for (const [label, text] of Object.entries(answers)) await type(page(), label, text);
    await field(page(), "都道府県").selectOption({ label: "東京都" });
    await page().getByRole("radio", { name: "個人事業主" }).check({ force: true });
    for (const consent of consents(page())) await consent.check({ force: true });
    await letGo();
    await expect.poll(() => field(page(), "郵便番号").inputValue()).toBe("150-0002");
    expect(await page().getByRole("radio", { name: "個人事業主" }).isChecked()).toBe(true);
    const stored = await page().evaluate(() => JSON.parse(sessionStorage.getItem("userDetailInfo") ?? "{}"));
    expect(stored.company).toMatchObject({ customerKbn: 1, prefecture: 13, agreedTerms: true });
    await button(page(), "同意して次へ").click();
    await page().getByRole("heading", { level: 2, name: "電話番号" }).waitFor();
  });

  test("the page stays where it was scrolled to, also where a draft comes back", async () => {
    const scrolled = () => page().evaluate(() => window.scrollY);
    for (const company of ["", "株式会社つづき"]) {
      const letGo = await openWithoutScripts(paths.signUp);
      await page().mouse.wheel(0, 600);
      await expect.poll(scrolled).toBe(600);
      await letGo();
      expect(await scrolled()).toBe(600);
      expect(await field(page(), "会社名").inputValue()).toBe(company);
      await field(page(), "会社名").fill("株式会社つづき");
      await page().unrouteAll();
    }
    // Another screen of the same tab, loaded as a document.
    await page().goto(paths.quote);
    expect(await scrolled()).toBe(0);
  });

  test("a draft comes back around it", async () => {
    await page().goto(paths.signUp);
    await field(page(), "会社名").fill("株式会社つづき");
    const letGo = await openWithoutScripts(paths.signUp);
    await type(page(), "市区町村・町名", "渋谷区");
    await letGo();
    await expect.poll(() => field(page(), "会社名").inputValue()).toBe("株式会社つづき");
    expect(await field(page(), "市区町村・町名").inputValue()).toBe("渋谷区");
    await expectFocus(field(page(), "市区町村・町名"));
  });
});
