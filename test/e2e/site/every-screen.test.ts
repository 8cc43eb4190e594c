import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { brokenPhrases } from "#test/support/line-breaks.ts";
import { newerFunctions } from "#test/support/newer-functions.ts";
import { openAs, phone, startBrowser, takeComplaints } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { button } from "../support/elements.ts";
import { translate } from "../support/texts.ts";
import { customerScreens, follow, publicScreens, type Screen } from "./screens.ts";

const { page } = startBrowser(undefined, { isNew: true });

/** In the page, before its scripts: it is as old as the oldest browsers. */
function removeFunctions(names: string[]): void {
  for (const name of names) {
    const path = name.split(".");
    const method = path.pop() ?? "";
    const owner = path.reduce((object: object, key) => Reflect.get(object, key) ?? {}, window);
    Reflect.deleteProperty(owner, method);
    if (method in owner) Object.defineProperty(owner, method, { value: undefined });
  }
}

/** The browser finds no phrases itself, as Firefox and Safari. */
const forgetPhrases = (): Promise<unknown> =>
  page().route(/\/assets\/.*\.(?:js|css)$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("auto-phrase", "unknown-value");
    await route.fulfill({ response, body });
  });

/** Errors come and go, numbers are formatted, a save bar appears and disappears: nothing of it may break the screen. */
async function typeInEach(fields: Locator[]): Promise<void> {
  for (const field of fields) {
    if (!(await field.isEditable())) continue;
    for (const text of ["1", "あ", "", await field.inputValue()]) {
      await field.fill(text);
      await field.blur();
    }
  }
}

async function openEach(check = async (_path: string) => {}): Promise<string[]> {
  const opened: string[] = [];
  const use = async ({ path, shows }: Screen): Promise<void> => {
    await shows(page()).waitFor();
    const fields = page().getByRole("main").getByRole("textbox");
    await typeInEach((await fields.all()).slice(0, 5));
    expect([path, await page().getByRole("heading", { name: "エラーが発生しました" }).count()]).toEqual([
      path,
      path === "/error" ? 1 : 0,
    ]);
    await check(path);
    opened.push(path);
  };
  for (const screen of publicScreens) {
    // Screens with a form are built pages, the others mostly the next ones after a step.
    await (screen.submit ? page().goto(screen.path) : follow(page(), screen.path));
    await use(screen);
  }
  // A bookmark, opened signed out.
  await page().goto("/menu");
  await page().getByText("このタブではログインしていません。").waitFor();
  await openAs(page(), await createCustomer());
  await button(page(), "ご登録情報の変更").waitFor();
  for (const screen of customerScreens) {
    await follow(page(), screen.path);
    await use(screen);
  }
  return opened;
}

describe("every screen stays alive while its fields are filled and emptied", () => {
  test("in a browser that translates it", async () => {
    await page().addInitScript(translate);
    expect(await openEach()).toContain("/update");
    // Translated before React starts, the built page differs from the screen, which the site logs.
    expect(takeComplaints().filter((line) => !line.includes("React error #418"))).toEqual([]);
  });

  test("in a browser that breaks lines within words", async () => {
    await page().setViewportSize(phone);
    await forgetPhrases();
    const opened = await openEach(async (path) =>
      expect([path, await page().evaluate(brokenPhrases)]).toEqual([path, []]),
    );
    expect(opened).toContain("/update");
    expect(await page().locator("button wbr").count()).toBeGreaterThan(0);
  });

  test("in the oldest browsers", async () => {
    await page().addInitScript(removeFunctions, Object.keys(newerFunctions));
    expect(await openEach()).toContain("/update");
    expect(await page().evaluate(() => ["parse" in URL, "union" in Set.prototype])).toEqual([false, false]);
  });
});
