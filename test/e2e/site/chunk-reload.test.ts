import { beforeEach, expect, test } from "vitest";
import {
  desktop,
  routeOnce,
  sessionStorageOf,
  startBrowser,
  takeComplaints,
  waitUntilAlive,
} from "../support/browser.ts";
import { button, field, heading } from "../support/elements.ts";

const { page, context } = startBrowser(desktop, { isNew: true });
/** The screen of /pw/forgot. */
const file = "**/assets/password-forgot-page-*.js";
const missing = { status: 404, body: "Not Found" };

/** Paths of the documents that the tab has asked for. */
let documents: string[];
beforeEach(() => {
  documents = [];
  page().on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
});

/** The built page has the same heading before the screen's file is there. */
async function expectScreen(): Promise<void> {
  await heading(page(), "パスワードをお忘れの方").waitFor();
  await waitUntilAlive(page());
}
const sentence = "画面の一部を読み込めなかったため、通信環境をご確認のうえ、再読み込みしてください。";
/** One sentence and one button, at the address of the screen. */
async function expectNotLoaded(): Promise<void> {
  await heading(page(), "画面を読み込めませんでした").waitFor();
  const main = page().getByRole("main");
  expect(await main.textContent()).toBe(`画面を読み込めませんでした${sentence}再読み込み`);
}
const reload = (): Promise<void> => button(page(), "再読み込み").click();
const follow = (): Promise<void> => page().getByRole("link", { name: "パスワードをお忘れの方" }).click();
const reloadMark = async (): Promise<string | undefined> => (await sessionStorageOf(page())).reloadedFor;

/** A half-filled sign-up, and from there to where the next screen's file has to be loaded. */
async function typeAndLeave(): Promise<void> {
  await page().goto("/");
  await field(page(), "会社名").fill("株式会社つづき");
  await button(page(), "ログイン").click();
  await heading(page(), "ログイン").waitFor();
}

test("a file of an older version costs one reload, and nothing typed is lost", async () => {
  await routeOnce(page(), file, (route) => route.fulfill(missing));
  await typeAndLeave();
  await page().reload();
  await follow();
  await expectScreen();
  expect(documents).toEqual(["/", "/signin", "/pw/forgot"]);
  await expect.poll(reloadMark).toBeUndefined();
  await page().goBack();
  await heading(page(), "ログイン").waitFor();
  await page().goBack();
  await expect.poll(() => field(page(), "会社名").inputValue()).toBe("株式会社つづき");
});

test("a file that stays missing leads to one reload, then to a reload button", async () => {
  await page().goto("/signin");
  await page().route(file, (route) => route.fulfill(missing));
  await follow();
  await expectNotLoaded();
  expect(documents).toEqual(["/signin", "/pw/forgot"]);
  const complaints = takeComplaints();
  expect(complaints.length).toBeGreaterThan(0);
  // Not of HTML that React did not expect.
  expect(complaints.filter((line) => !line.includes("password-forgot-page"))).toEqual([]);

  await page().unroute(file);
  await reload();
  await expectScreen();
  await routeOnce(page(), file, (route) => route.fulfill(missing));
  await page().goto("/pw/forgot");
  await expectScreen();
  expect(documents).toEqual(["/signin", ...Array(4).fill("/pw/forgot")]);
});

test("a part of a screen that stays away: one reload as well, then the sentence", async () => {
  await page().goto("/signin");
  await page().route("**/assets/challenge-screen-*.js", (route) => route.fulfill(missing));
  await page().evaluate(() =>
    window.history.replaceState({ usr: { challenge: {} }, key: "asked", idx: 0 }, "", "/signin/auth"),
  );
  await page().reload({ waitUntil: "commit" });
  await expectNotLoaded();
  expect(documents).toEqual(["/signin", "/signin/auth", "/signin/auth"]);
  takeComplaints();
});

test("a file that hangs counts as failed after 120 seconds", async () => {
  await page().clock.install();
  await page().goto("/signin");
  const asked = page().waitForRequest(file);
  await routeOnce(page(), file, () => {});
  await follow();
  await asked;
  await page().clock.fastForward(119_000);
  expect([documents, await reloadMark()]).toEqual([["/signin"], undefined]);
  await page().clock.fastForward(1000);
  await expectScreen();
  expect(documents).toEqual(["/signin", "/pw/forgot"]);
});

test("a lost connection reloads nothing; the button opens the screen with its draft", async () => {
  await typeAndLeave();
  await context().setOffline(true);
  await follow();
  await expectNotLoaded();
  expect(documents).toEqual(["/"]);
  await context().setOffline(false);
  await reload();
  await expectScreen();
  await page().goto("/");
  await expect.poll(() => field(page(), "会社名").inputValue()).toBe("株式会社つづき");
  takeComplaints();
});

test("the first screen fetches no file early, any other all its files at once", async () => {
  const preloads = () =>
    page()
      .locator("link[rel=modulepreload]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const html = await (await page().goto("/error"))?.text();
  expect(html).toContain("<script");
  expect(html).not.toContain("modulepreload");
  await button(page(), "ログイン画面へ").click();
  await follow();
  await expectScreen();
  const loaded = (await preloads()).join();
  expect(loaded).toContain("password-forgot-page-");
  expect(loaded).toContain("account-");
  expect(loaded).not.toContain("libraries-");
});
