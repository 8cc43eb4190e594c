/** An operator's notice appears on every screen, without a request on the first paint, and without a layout shift. */
import type { Page } from "playwright-core";
import { afterEach, expect, test, vi } from "vitest";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { openAs, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { button, pathOf } from "../support/elements.ts";
import { portalUrl } from "../support/local.ts";

const { page } = startBrowser();

async function admin(...words: string[]): Promise<{ id: string; notices: { id: string }[] }> {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const say = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    const PORT = new URL(portalUrl()).port;
    await runOperatorCommand(["admin", "notice", ...words, "--json", "--local"], { PORT });
    return JSON.parse(print.mock.calls.flat().join("\n"));
  } finally {
    print.mockRestore();
    say.mockRestore();
  }
}
afterEach(async () => {
  for (const { id } of (await admin("list")).notices) await admin("clear", id);
});

const notice = (text: string) => page().getByRole("status").filter({ hasText: text });
/** Simulates the next poll: 31 seconds later the tab becomes visible. */
const pollNotices = (of: Page): Promise<void> =>
  of.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 31_000;
    document.dispatchEvent(new Event("visibilitychange"));
  });

const countShifts = (): void => {
  Reflect.set(window, "shifts", []);
  new PerformanceObserver((list) => {
    Reflect.get(window, "shifts").push(...list.getEntries().map((entry) => Reflect.get(entry, "value")));
  }).observe({ type: "layout-shift", buffered: true });
};
const shiftsOf = (of: Page): Promise<number> =>
  of.evaluate(() => (Reflect.get(window, "shifts") as number[]).reduce((sum, each) => sum + each, 0));

test("a notice comes after the first paint, moves no content, and goes once cleared", async () => {
  const text = "本日23時よりメンテナンスを行います。<img src=x onerror=alert(1)>";
  const { id } = await admin(
    ...["set", text, "--until", "1h", "--kind", "maintenance", "--link", "https://status.example.jp/1"],
  );
  await page().addInitScript(countShifts);
  await page().goto("/signin");
  await notice(text).waitFor();
  expect(await shiftsOf(page())).toBeLessThanOrEqual(0.02);
  const asked = await page().evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const [call] = performance.getEntriesByType("resource").filter(({ name }) => name.includes("notices"));
    return (call?.startTime ?? 0) - (paint?.startTime ?? 0);
  });
  expect(asked).toBeGreaterThan(0);
  const link = notice(text).getByRole("link", { name: "詳しくはこちら" });
  expect(await link.getAttribute("href")).toBe("https://status.example.jp/1");
  expect(await button(page(), "お知らせを閉じる").count()).toBe(0);
  await expectAccessible(page());
  await admin("clear", id);
  await pollNotices(page());
  await notice(text).waitFor({ state: "detached" });
});

test("an open screen gets the notices that are for it; a closed one stays closed", async () => {
  const asked = page().waitForResponse("**/api/notices");
  await openAs(page(), await createCustomer(), "/menu");
  await page().getByRole("heading", { level: 1 }).waitFor();
  await asked;
  const text = "年末年始の営業についてのお知らせです。";
  await admin("set", text, "--until", "1h", "--screens", "/menu");
  await page().evaluate(countShifts);
  await pollNotices(page());
  await notice(text).waitFor();
  expect(await shiftsOf(page())).toBeLessThanOrEqual(0.02);
  await page().goto("/update");
  await page().waitForFunction(() => document.querySelector(".notices") !== null);
  await page().getByRole("button", { name: "変更を保存" }).first().waitFor();
  expect(await notice(text).count()).toBe(0);
  await page().goBack();
  await button(page(), "お知らせを閉じる").press("Enter");
  await notice(text).waitFor({ state: "detached" });
  const answered = page().waitForResponse("**/api/notices");
  await page().reload();
  expect((await (await answered).json()).result.notices).toHaveLength(1);
  await page().getByRole("heading", { level: 1 }).waitFor();
  expect(await notice(text).count()).toBe(0);
});

test("an answer that is no list of notices shows nothing and breaks nothing", async () => {
  for (const status of [500, 200]) {
    await page().route("**/api/notices", (route) => route.fulfill({ status, body: "<html>" }));
    const answered = page().waitForResponse("**/api/notices");
    await page().goto("/signin");
    await answered;
    await page().getByLabel("ログインID", { exact: true }).fill("taro");
    expect(await page().getByRole("status").filter({ hasText: /./ }).count()).toBe(0);
    expect(pathOf(page())).toBe("/signin");
  }
});
