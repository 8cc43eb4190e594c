import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { downloadFile, type FileType } from "#shared/endpoints.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { holdRequests, openAs, settled, startBrowser, takeComplaints } from "../support/browser.ts";
import { createCustomer, getApi } from "../support/customer.ts";
import { expectFocus, pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";

const { page, context } = startBrowser();

const screens = { plugin: "/dl/plugin", template: "/dl/plugin", manual: "/dl/manual" } as const;
const titles = { plugin: "プラグイン", template: "テンプレート", manual: "マニュアル" } as const;

const section = (fileType: FileType) => page().getByRole("region", { name: titles[fileType] });
const icon = (fileType: FileType) =>
  section(fileType).getByRole("link", { name: `${fileType}.zipをダウンロード` });
const button = (fileType: FileType) =>
  section(fileType).getByRole("button", { name: `${fileType}.zipをダウンロード` });
const shownVersion = (fileType: FileType) => section(fileType).getByRole("definition").first();

/** Downloading changes nothing about who does it. */
let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

async function apiAnswer(fileType: FileType) {
  const response = await getApi(`/api/download/file?file_type=${fileType}`, customer.idToken);
  return downloadFile.response.parse(await response.json()).result;
}

/** The current version of the file, by its icon: the very bytes that the screen and the API tell of. */
async function expectDownload(fileType: FileType): Promise<void> {
  await icon(fileType).waitFor();
  const told = await apiAnswer(fileType);
  expect(await shownVersion(fileType).textContent()).toBe(told.version);
  const downloaded = new Promise<Download>((resolve) => context().once("download", resolve));
  const opened = context().waitForEvent("page");
  await icon(fileType).click();
  const [download, tab] = await Promise.all([downloaded, opened]);
  expect(tab).not.toBe(page());
  expect(pathOf(page())).toBe(screens[fileType]);
  const bytes = await readFile(await download.path());
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(download.suggestedFilename()).toBe(`${fileType}.zip`);
  expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  expect([told.sha256, told.size]).toEqual([sha256, bytes.length]);
  expect(await section(fileType).textContent()).toContain(sha256);
}

test.each([
  [screens.plugin, ["plugin", "template"]],
  [screens.manual, ["manual"]],
] as const)(
  "%s: the file has the bytes that screen and API name; without URL /error",
  async (path, fileTypes) => {
    const letGo = await holdRequests(page(), "**/api/download/file?*");
    await openAs(page(), customer, path);
    for (const fileType of fileTypes) {
      await button(fileType).waitFor();
      expect(await shownVersion(fileType).textContent()).toBe("1.0.0");
      expect(await button(fileType).isEnabled()).toBe(false);
    }
    letGo();
    for (const fileType of fileTypes) await expectDownload(fileType);

    await page().unroute("**/api/download/file?*");
    await page().route("**/api/download/file?*", (route) =>
      route.fulfill({ json: { result: { url: "", version: "1.2.3" } } }),
    );
    for (const fileType of fileTypes) {
      await page().goto(path);
      await button(fileType).click();
      await page().waitForURL("**/error");
    }
  },
);

test("a download call that fails leads to /error, and one that answers 401 to /signin", async () => {
  await local.fault({ service: "dynamodb", operation: "GetItem", status: 500, times: 100 });
  await openAs(page(), customer, screens.manual);
  await page().waitForURL("**/error");
  await expect.poll(takeComplaints).toEqual([expect.stringContaining("ApiError")]);

  await page().route("**/api/download/file?*", (route) => route.fulfill({ status: 401, json: {} }));
  await page().goto(screens.manual);
  await page().waitForURL("**/signin");
  await expect.poll(takeComplaints).toEqual([expect.stringContaining("ApiError")]);
});

test("a screen left open offers no dead URL, and a fresh one with the connection", async () => {
  await page().clock.install();
  await openAs(page(), customer, screens.manual);
  await icon("manual").waitFor();
  const first = await icon("manual").getAttribute("href");

  // A call under way would reach its own limit.
  await settled(page());
  const renewal = page().waitForResponse("**/api/download/file?*");
  await page().clock.runFor("04:10");
  const { url } = downloadFile.response.parse(await (await renewal).json()).result;
  await expect.poll(() => icon("manual").getAttribute("href")).toBe(url);
  expect((await fetch(url)).status).toBe(200);
  expect(new URL(url).pathname).toBe(new URL(first ?? "").pathname);

  await context().setOffline(true);
  await page().clock.runFor("05:00");
  await expect.poll(() => button("manual").isEnabled()).toBe(false);
  expect(await icon("manual").count()).toBe(0);
  await context().setOffline(false);
  await icon("manual").waitFor();
  expect(takeComplaints().every((line) => line.includes("ConnectionError"))).toBe(true);
});

describe("the release history", () => {
  const version = (number: string) =>
    page()
      .getByRole("listitem")
      .filter({ has: page().getByRole("heading", { name: `バージョン ${number}` }) });

  const unfold = (title: string): Promise<void> =>
    page()
      .getByRole("button", { name: `${title}のリリース履歴` })
      .click();

  test("lists every version; an older one downloads with its own bytes", async () => {
    await openAs(page(), customer, screens.plugin);
    await unfold("プラグイン");
    const newest = version("1.2.0");
    // The list that arrives moves what is below it.
    await newest.getByText("現在のバージョン").waitFor();
    await unfold("テンプレート");
    const headings = page().getByRole("heading", { name: /^バージョン / });
    await expect
      .poll(() => headings.allTextContents())
      .toEqual(["1.2.0", "1.1.0", "1.0.0", "1.0.1", "1.0.0"].map((number) => `バージョン ${number}`));
    expect(await newest.getByRole("link").getAttribute("href")).toMatch(/^https:/);
    const older = version("1.1.0");
    expect(await older.getByRole("listitem").allTextContents()).toEqual([
      "一覧画面から複数の宛先へ送信できます。",
      "送信結果をレコードに記録します。",
    ]);
    await older.getByText("2025年12月3日公開").waitFor();

    const downloaded = page().waitForEvent("download");
    await older.getByRole("button", { name: "プラグイン 1.1.0をダウンロード" }).click();
    const download = await downloaded;
    const bytes = await readFile(await download.path());
    await older.getByText(createHash("sha256").update(bytes).digest("hex")).waitFor();
    expect(download.suggestedFilename()).toBe("plugin-1.1.0.zip");
    expect(pathOf(page())).toBe("/dl/plugin");
    await page().getByRole("button", { name: "メニューに戻る" }).click();
    await page().waitForURL("**/menu");
  });

  test("offers a retry after a failed load; the focus goes on at the first added version", async () => {
    await page().route("**/api/releases?*", (route) => route.abort());
    await openAs(page(), customer, screens.manual);
    await unfold("マニュアル");
    const failure = page()
      .getByRole("alert")
      .filter({ hasText: "リリース履歴を読み込めませんでした。サーバーに接続" });
    await failure.waitFor();
    await icon("manual").waitFor();
    await page().route("**/api/releases?*", async (route) => {
      const { result } = await (await route.fetch()).json();
      const releases = [7, 6, 5, 4, 3, 2, 1].map((major) => ({
        ...result.releases[0],
        version: `${major}.0.0`,
      }));
      await route.fulfill({ json: { result: { releases } } });
    });
    await page().getByRole("button", { name: "再試行" }).click();
    await version("3.0.0").waitFor();
    expect(await failure.count()).toBe(0);
    expect(await version("2.0.0").count()).toBe(0);
    await page().getByRole("button", { name: "以前のバージョンをすべて表示" }).press("Enter");
    await expectFocus(version("2.0.0"));
    await version("1.0.0").waitFor();
  });

  test("says that there is none, and what became of a download that fails", async () => {
    await page().route("**/api/releases?file_type=template", (route) =>
      route.fulfill({ json: { result: { releases: [] } } }),
    );
    await openAs(page(), customer, screens.plugin);
    await unfold("プラグイン");
    await unfold("テンプレート");
    await page().getByText("公開されたバージョンはまだありません。").waitFor();
    await version("1.1.0").waitFor();
    await context().setOffline(true);
    const button = page().getByRole("button", { name: "プラグイン 1.1.0をダウンロード" });
    await button.click();
    const failure = page()
      .getByRole("alert")
      .filter({ hasText: "プラグインをダウンロードできませんでした。サーバーに接続できませんでした。" });
    await failure.waitFor();
    await context().setOffline(false);
    const downloaded = page().waitForEvent("download");
    let calls = 0;
    const letGo = await holdRequests(page(), "**/api/download/file?*version=1.1.0*", (route) => {
      calls += 1;
      return route.continue();
    });
    await button.dblclick();
    letGo();
    await downloaded;
    await failure.waitFor({ state: "detached" });
    expect(calls).toBe(1);
  });
});

test("Safari on a Mac is told how to keep the plugin's file packed", async () => {
  const told = page().getByText("展開されたファイルは、kintoneに読み込めません。");
  await openAs(page(), customer, screens.plugin);
  await icon("plugin").waitFor();
  expect(await told.count()).toBe(0);
  const safari =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";
  await page().addInitScript((userAgent) => {
    Object.defineProperty(navigator, "userAgent", { get: () => userAgent });
  }, safari);
  await page().reload();
  await told.waitFor();
  await expectAccessible(page());
});
