import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core";
import { afterEach, beforeEach, expect, inject } from "vitest";
import { local, portalUrl } from "./local.ts";
import { startNewSmsHour } from "./sms-limits.ts";

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/** One for all files of a worker; it ends with the worker. */
let browser: Browser | undefined;
interface Kept {
  page: Page;
  context: BrowserContext;
}
/** The page of the worker's tests. */
let kept: Kept | undefined;
let isRetired = false;
let complaints: string[] = [];

/** Chrome logs every failed answer itself; those are what many journeys are about. */
const expected = /Failed to load resource|net::ERR_/;

/** A page of another kind of browser, for the same customer. The test closes its context. */
export async function otherBrowser(): Promise<Page> {
  const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:115.0) Gecko/20100101 Firefox/115.0";
  const other = await browser?.newContext({ baseURL: portalUrl(), locale: "ja-JP", userAgent });
  if (!other) throw new Error("No browser");
  return prepared(other).newPage();
}

/**
 * Gives every test a page that nobody has used. The tests of a worker share one where the last can be made new: to start a renderer
 * and to compile the site's scripts in it takes longer than most journeys. What the page complains about fails the test.
 */
export function startBrowser(viewport = desktop): { page: () => Page; context: () => BrowserContext } {
  let current: Kept;
  beforeEach(async () => {
    await Promise.all([local.clearFaults(), startNewSmsHour()]);
    // A test may be about a tab that was closed.
    if (kept?.page.isClosed()) await closePage();
    if (kept) await renew(kept, viewport);
    complaints = [];
    kept ??= await openPage(viewport);
    current = kept;
  });
  afterEach(async () => {
    if (isRetired) await closePage();
    expect(complaints).toEqual([]);
  });
  return { page: () => current.page, context: () => current.context };
}

async function openPage(viewport: typeof desktop): Promise<Kept> {
  browser ??= await chromium.launch(inject("chromium"));
  const context = await browser.newContext({ baseURL: portalUrl(), viewport, locale: "ja-JP" });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) complaints.push(message.text());
  });
  const page = await prepared(context).newPage();
  retireAfter(page.clock, "install");
  retireAfter(page, "addInitScript");
  isRetired = false;
  return { page, context };
}

/** The clock and the scripts of a page are its own for good. */
function retireAfter<Name extends string>(
  owner: Record<Name, (...given: never[]) => unknown>,
  name: Name,
): void {
  const method = owner[name];
  Object.assign(owner, {
    [name]: (...given: unknown[]) => {
      retirePage();
      return Reflect.apply(method, owner, given);
    },
  });
}

/** For what cannot be undone in a page: the next test gets another one. */
function retirePage(): void {
  isRetired = true;
}

async function closePage(): Promise<void> {
  await kept?.context.close();
  kept = undefined;
}

/** After a failure nothing of the browser is reused. */
export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
  kept = undefined;
}

/** Takes back what a test may do to its page. What it has stored goes too; the files of the site stay in the browser's cache. */
async function renew({ page, context }: Kept, viewport: typeof desktop): Promise<void> {
  for (const event of ["request", "response", "dialog", "framenavigated"] as const)
    page.removeAllListeners(event);
  await Promise.all([
    ...context.pages().map((each) => each !== page && each.close()),
    context.setOffline(false),
    context.clearCookies(),
    context.clearPermissions(),
    context.unrouteAll({ behavior: "ignoreErrors" }),
    page.unrouteAll({ behavior: "ignoreErrors" }),
    page.emulateMedia({ forcedColors: null, reducedMotion: null }),
    page.setViewportSize(viewport),
  ]);
  await page.goto(blank);
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
}

/** Where the portal's storage can be reached and nothing of the portal runs. */
const blank = "/favicon.svg";

/** Most tests begin there anyway. */
export async function openBlank(page: Page): Promise<void> {
  if (!page.url().endsWith(blank)) await page.goto(blank);
}

/** A completion page as whoever has just done what it tells sees it. */
export async function openCompleted(page: Page, path: string): Promise<void> {
  await openBlank(page);
  await page.evaluate(
    (to) => history.replaceState({ usr: { completed: true }, key: "done", idx: 0 }, "", to),
    path,
  );
  await page.reload();
}

/** For journeys about files that do not arrive: an earlier test may have left them in the browser's cache. */
export async function emptyCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
}

/** The set-up of every tab of a browser. */
function prepared(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(10_000);
  return context.on("page", waitForScripts);
}

/**
 * A button of the built page does nothing before the scripts arrive. A person presses again; journeys wait, unless they say
 * what to wait for.
 */
function waitForScripts(page: Page): void {
  const alive = () => page.waitForFunction(() => !document.querySelector("#root[data-shows]"));
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (!options?.waitUntil) await alive();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (!options?.waitUntil) await alive();
    return response;
  };
}

/** The page's errors so far. A test that expects errors removes them. */
export const takeComplaints = (): string[] => complaints.splice(0);

/**
 * Answers the first such request in the network's place. Not by Playwright's `times`: that switches interception off again,
 * and a navigation which begins at that moment never ends.
 */
export async function routeOnce(
  page: Page,
  address: string | RegExp,
  handle: (route: Route) => unknown,
): Promise<void> {
  let isFirst = true;
  await page.route(address, async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    await handle(route);
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** An element that is still fading in has too little contrast for a moment. */
const fadedIn = async (): Promise<void> => {
  const finite = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(finite.map(({ finished }) => finished));
};

/**
 * Returns the fields that a browser or a password manager cannot fill in or save: without a name, without a purpose (axe checks
 * the values), and an account's password without its login ID.
 */
const withoutAutofill = (): string[] => {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("form :is(input, select, textarea)"),
  ].filter(({ type }) => !["checkbox", "radio", "file"].includes(type));
  const isUnnamed = ({ name, autocomplete }: (typeof fields)[number]) => name === "" || autocomplete === "";
  const isAlone = ({ name, form }: (typeof fields)[number]) =>
    /^(?:current|new)?password$/i.test(name) &&
    !form?.querySelector("[name=loginId][autocomplete^=username]");
  return fields.filter((field) => isUnnamed(field) || isAlone(field)).map(({ outerHTML }) => outerHTML);
};

/** WCAG 2.2 AA by axe: nothing found. Neither is a field that nothing can fill in. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(fadedIn);
  if (!(await page.evaluate(() => Reflect.has(window, "axe")))) await page.evaluate(axe);
  expect(await page.evaluate(withoutAutofill)).toEqual([]);
  const violations = await page.evaluate(async (): Promise<Violation[]> => {
    const runner = Reflect.get(window, "axe") as {
      run(options: object): Promise<{ violations: Violation[] }>;
    };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    return (await runner.run({ runOnly: tags, resultTypes: ["violations"], preload: false })).violations;
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual(
    [],
  );
}

export const sessionStorageOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...sessionStorage }));

/** The portal's own keys: Amplify's tokens and the router's scroll positions stand beside them. */
export const portalStorageOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(await sessionStorageOf(page)).filter(
      ([key]) => !/^CognitoIdentityServiceProvider\.|^react-router-/.test(key),
    ),
  );

/**
 * Opens the site as somebody who signed in a moment ago: what the browser would hold is put there. Journeys that are not
 * about signing in begin so; it spares each of them a second.
 */
export async function openAs(
  page: Page,
  customer: { loginId: string; idToken: string; stored: Record<string, string> },
  path = "/menu",
): Promise<void> {
  await openBlank(page);
  await page.evaluate(({ loginId, idToken, stored }) => {
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
    sessionStorage.setItem("loginId", loginId);
    sessionStorage.setItem("idToken", idToken);
  }, customer);
  await page.context().clearCookies({ name: "signedOut" });
  await page.goto(path);
}

/** By the navigation beside the screen, which a desktop shows. */
export const navigateTo = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "ページ一覧" }).getByRole("link", { name, exact: true }).click();

/** Through the screen, as people do. */
export async function signIn(
  page: Page,
  { loginId, password }: { loginId: string; password: string },
): Promise<void> {
  await page.goto("/signin");
  await page.getByLabel("ログインID").fill(loginId);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
}
