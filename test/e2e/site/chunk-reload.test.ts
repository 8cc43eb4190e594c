import { beforeEach, expect, test } from "vitest";
import { emptyCache, routeOnce, sessionStorageOf, startBrowser, takeComplaints } from "../support/browser.ts";
import { button, field } from "../support/sign-up.ts";

const { page, context } = startBrowser();
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

const heading = (name: string) => page().getByRole("heading", { level: 1, name });
const expectScreen = (): Promise<void> => heading("パスワードをお忘れの方").waitFor();
const expectError = (): Promise<void> => heading("エラーが発生しました。").waitFor();
const follow = (): Promise<void> => page().getByRole("link", { name: "パスワードをお忘れの方" }).click();
const reloadMark = async (): Promise<string | undefined> => (await sessionStorageOf(page())).reloadedFor;

/** A half-filled sign-up, and from there to where the next screen's file has to be loaded. */
async function typeAndLeave(): Promise<void> {
  await page().goto("/");
  await field(page(), "会社名").fill("株式会社つづき");
  await button(page(), "ログイン").click();
  await heading("ログイン").waitFor();
}

test("a file that a newer version of the site replaced: one reload brings the screen, after one by hand too, and nothing typed is lost", async () => {
  await routeOnce(page(), file, (route) => route.fulfill(missing));
  await typeAndLeave();
  await page().reload();
  await follow();
  await expectScreen();
  expect(documents).toEqual(["/", "/signin", "/pw/forgot"]);
  await expect.poll(reloadMark).toBeUndefined();
  await page().goBack();
  await heading("ログイン").waitFor();
  await page().goBack();
  await expect.poll(() => field(page(), "会社名").inputValue()).toBe("株式会社つづき");
});

test("a file that stays missing: one reload, then the error page; once it is back the screen opens", async () => {
  await page().goto("/signin");
  await page().route(file, (route) => route.fulfill(missing));
  await follow();
  await expectError();
  expect(documents).toEqual(["/signin", "/pw/forgot"]);
  const complaints = takeComplaints();
  expect(complaints.length).toBeGreaterThan(0);
  // Not of HTML that React did not expect.
  expect(complaints.filter((line) => !line.includes("password-forgot-page"))).toEqual([]);

  await page().unroute(file);
  await routeOnce(page(), file, (route) => route.fulfill(missing));
  await page().goto("/pw/forgot");
  await expectScreen();
  expect(documents).toEqual(["/signin", "/pw/forgot", "/pw/forgot", "/pw/forgot"]);
});

test("a part of a screen that stays away: one reload as well, then the error page", async () => {
  await page().goto("/signin");
  await page().route("**/assets/challenge-screen-*.js", (route) => route.fulfill(missing));
  await page().evaluate(() =>
    window.history.replaceState({ usr: { challenge: {} }, key: "asked", idx: 0 }, "", "/signin/auth"),
  );
  await page().reload({ waitUntil: "commit" });
  await expectError();
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

test("without a connection nothing is reloaded: there would be no page at all", async () => {
  await emptyCache(page());
  await page().goto("/signin");
  await context().setOffline(true);
  await follow();
  await expectError();
  await page().getByText("通信環境をご確認のうえ、もう一度お試しください。").waitFor();
  expect(documents).toEqual(["/signin"]);
  takeComplaints();
});
