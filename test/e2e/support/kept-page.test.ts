import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startBrowser } from "./browser.ts";
import { devtoolsOf, type KeptPage, keepPage, sendTextSize } from "./kept-page.ts";
import { portalUrl } from "./local.ts";

const { context } = startBrowser();
const openKept = async (): Promise<KeptPage> => {
  const other = await context().browser()?.newContext({ baseURL: portalUrl() });
  if (!other) throw new Error("There is no browser");
  return keepPage(other);
};

const small = { width: 390, height: 844 };
/** Traces that a journey may leave, each with what the page shows while it is there. */
const leavings: Record<string, [leave: (page: Page) => unknown, shown: (page: Page) => unknown]> = {
  "an entry of local storage": [
    (page) => page.evaluate(() => localStorage.setItem("loginId", "taro")),
    (page) => page.evaluate(() => localStorage.length),
  ],
  "an entry of session storage": [
    (page) => page.evaluate(() => sessionStorage.setItem("idToken", "e30")),
    (page) => page.evaluate(() => sessionStorage.length),
  ],
  "a database": [
    (page) =>
      page.evaluate(
        () =>
          new Promise<void>((opened) => {
            indexedDB.open("draft").onsuccess = () => opened();
          }),
      ),
    (page) => page.evaluate(async () => (await indexedDB.databases()).length),
  ],
  "a cookie": [
    (page) => page.context().addCookies([{ name: "passkeyLoginId", value: "taro", url: portalUrl() }]),
    async (page) => (await page.context().cookies()).length,
  ],
  "a route": [
    (page) => page.route("**/api/health", (route) => route.fulfill({ status: 503 })),
    (page) => page.evaluate(async () => (await fetch("/api/health")).status !== 200),
  ],
  "a route of the context": [
    (page) => page.context().route("**/api/health", (route) => route.fulfill({ status: 503 })),
    (page) => page.evaluate(async () => (await fetch("/api/health")).status !== 200),
  ],
  "a lost connection": [
    (page) => page.context().setOffline(true),
    (page) => page.evaluate(() => !navigator.onLine),
  ],
  "another size": [
    (page) => page.setViewportSize(small),
    (page) => page.evaluate(({ width }) => innerWidth === width, small),
  ],
  "a reader's text size": [
    async (page) => sendTextSize(await devtoolsOf(page), 32),
    (page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize === "32px"),
  ],
  "a permission": [
    (page) => page.context().grantPermissions(["clipboard-read"]),
    (page) =>
      page.evaluate(async () => {
        const { state } = await navigator.permissions.query({ name: "clipboard-read" as PermissionName });
        return state === "granted";
      }),
  ],
  "the print medium": [
    (page) => page.emulateMedia({ media: "print" }),
    (page) => page.evaluate(() => matchMedia("print").matches),
  ],
  "forced colours": [
    (page) => page.emulateMedia({ forcedColors: "active" }),
    (page) => page.evaluate(() => matchMedia("(forced-colors: active)").matches),
  ],
  "another page": [(page) => page.context().newPage(), (page) => page.context().pages().length > 1],
  "a step back": [
    (page) => page.evaluate(() => history.pushState({}, "", "/menu")),
    async (page) => (await page.evaluate(() => history.length)) > 1,
  ],
  "a window's name": [
    (page) => page.evaluate(() => Object.assign(window, { name: "checkout" }) && undefined),
    (page) => page.evaluate(() => window.name),
  ],
};

test("traces of a journey in a page are gone for the next one", async () => {
  const { page, clean } = await openKept();
  for (const [name, [leave, shown]] of Object.entries(leavings)) {
    await leave(page);
    expect([name, Boolean(await shown(page))]).toEqual([name, true]);
    expect([name, await clean()]).toEqual([name, []]);
    expect([name, Boolean(await shown(page))]).toEqual([name, false]);
  }
});

test("a listener of a journey hears nothing of the next one", async () => {
  const { page, clean } = await openKept();
  const heard: string[] = [];
  page.on("request", (request) => heard.push(request.url()));
  page.context().on("request", (request) => heard.push(request.url()));
  expect(await clean()).toEqual([]);
  await page.goto("/robots.txt");
  expect(heard).toEqual([]);
});

test.each<[string, (page: Page) => Promise<unknown>]>([
  ["a clock", (page) => page.clock.install()],
  ["an init script", (page) => page.addInitScript(() => {})],
  ["a session of the developer tools", (page) => page.context().newCDPSession(page)],
])("a page with %s is not used again", async (what, leave) => {
  const { page, clean } = await openKept();
  await leave(page);
  expect(await clean()).toEqual([what]);
});

test("a page with an init script is not used again after another one was taken back", async () => {
  const { page, clean } = await openKept();
  await page.addInitScript(() => {});
  {
    await using _script = await page.addInitScript(() => {});
  }
  expect(await clean()).toEqual(["an init script"]);
});

test("a page whose init script was taken back is used again", async () => {
  const { page, clean } = await openKept();
  {
    await using _script = await page.addInitScript(() => {});
  }
  expect(await clean()).toEqual([]);
});
