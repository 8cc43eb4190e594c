import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
  type Route,
} from "playwright-core";
import { afterEach, beforeEach, expect, inject } from "vitest";
import { heading } from "./elements.ts";
import { type KeptPage, keepPage } from "./kept-page.ts";
import { local, portalUrl } from "./local.ts";
import { startNewSmsHour } from "./sms-limits.ts";
import { reportChangedTexts } from "./texts.ts";

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/** It stays open for all files of a worker, until a test fails. */
let browser: Browser | undefined;
let kept: KeptPage | undefined;
let complaints: string[] = [];

/** Chrome logs every failed answer itself; those are what many journeys are about. */
const expected = /Failed to load resource|net::ERR_/;

/** A page of another kind of browser, for the same customer. */
export async function otherBrowser(): Promise<Page> {
  const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:115.0) Gecko/20100101 Firefox/115.0";
  return (await openContext({ userAgent })).newPage();
}

const newPage = async (): Promise<KeptPage> => keepPage(await openContext({ viewport: desktop }));

/**
 * Gives every test a page without a past. One that `isNew` has loaded no file of the site either. What the page complains about
 * fails the test.
 */
export function startBrowser(
  viewport = desktop,
  { isNew = false } = {},
): { page: () => Page; context: () => BrowserContext } {
  let page: Page;
  beforeEach(async () => {
    complaints = [];
    const opening = isNew ? newPage() : Promise.resolve(kept ?? newPage());
    const [opened] = await Promise.all([opening, local.clearFaults(), startNewSmsHour()]);
    if (!isNew) kept = opened;
    ({ page } = opened);
    if (viewport !== desktop) await page.setViewportSize(viewport);
  });
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === "fail";
    if (hasFailed) await showPages(task.name);
    const isReusable = async () => (await kept?.clean().catch(() => ["a page that is gone"]))?.length === 0;
    if (hasFailed || !(await isReusable())) kept = undefined;
    const used = browser?.contexts().filter((context) => context !== kept?.page.context());
    await Promise.all(used?.map((context) => context.close()) ?? []);
    expect(complaints).toEqual([]);
  });
  return { page: () => page, context: () => page.context() };
}

/** Prints what a person, or a screen reader, had before them when the test failed. */
async function showPages(test: string): Promise<void> {
  const pages = browser?.contexts().flatMap((context) => context.pages()) ?? [];
  for (const page of pages) {
    const text = await page.locator("body").ariaSnapshot({ timeout: 5_000 }).catch(String);
    process.stderr.write(`${test}, at ${page.url()}:\n${text}\n`);
  }
}

async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  browser ??= await chromium.launch(inject("chromium"));
  const context = await browser.newContext({ baseURL: portalUrl(), locale: "ja-JP", ...options });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(reportChangedTexts);
  context.on("page", waitForScripts).on("page", followCalls);
  context.on("weberror", (error) => complaints.push(`${error.error()} at ${error.page()?.url()}`));
  return context.on("console", (message) => {
    if (message.type() !== "error" || expected.test(message.text())) return;
    complaints.push(`${message.text()} at ${message.page()?.url()}`);
  });
}

export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
  kept = undefined;
}

/** A completion page as whoever has just done what it tells sees it. */
export async function openCompleted(page: Page, path: string): Promise<void> {
  await using _firstLoad = await page.addInitScript(() =>
    history.replaceState({ usr: { completed: true }, key: "done", idx: 0 }, ""),
  );
  await page.goto(path);
}

/** The screen answers the person itself. */
export async function waitUntilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("#root[data-shows]"));
}

/**
 * A button of the built page does nothing before the scripts arrive. A person presses again; journeys wait, unless they say
 * what to wait for.
 */
function waitForScripts(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (!options?.waitUntil) await waitUntilAlive(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (!options?.waitUntil) await waitUntilAlive(page);
    return response;
  };
}

/** The calls that each page waits for. */
const openCalls = new WeakMap<Page, Set<Request>>();

function followCalls(page: Page): void {
  const open = new Set<Request>();
  openCalls.set(page, open);
  page.on("request", (request) => request.resourceType() === "fetch" && open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

/**
 * Resolves once every call of the page has its answer, and the page has done all that there is to do about it. Without a display
 * Chromium may find no idle period any more once the viewport has another size, so the wait for one has an end.
 */
export async function settled(page: Page): Promise<void> {
  do {
    await expect.poll(() => openCalls.get(page)?.size).toBe(0);
    await page.evaluate(
      () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 1_000 })),
    );
  } while (openCalls.get(page)?.size !== 0);
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

/** Such requests wait until the result is called, and then go on or get their answer from `handle`. */
export async function holdRequests(
  page: Page,
  address: Parameters<Page["route"]>[0],
  handle = (route: Route): unknown => route.fallback(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await handle(route);
  });
  return resolve;
}

/** The request never reaches the server, or with `after` only its answer gets lost. */
export const loseOnce = (page: Page, address: string | RegExp, { after = false } = {}): Promise<unknown> =>
  routeOnce(page, address, async (route) => {
    if (after) await route.fetch();
    await route.abort("connectionreset");
  });

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
  await using _firstLoad = await page.addInitScript(({ loginId, idToken, stored }) => {
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
    sessionStorage.setItem("loginId", loginId);
    sessionStorage.setItem("idToken", idToken);
  }, customer);
  await page.goto(path);
}

/** By the navigation beside the screen, which a desktop shows. */
export const navigateTo = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "ページ一覧" }).getByRole("link", { name, exact: true }).click();

interface Login {
  loginId: string;
  password: string;
}

/** On /signin, as soon as it is shown: the sign-up has fields and a button of the same names. */
export async function signInHere(page: Page, { loginId, password }: Login): Promise<void> {
  await heading(page, "ログイン").waitFor();
  await page.getByLabel("ログインID").fill(loginId);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
}

/** Through the screen, as people do. */
export async function signIn(page: Page, login: Login): Promise<void> {
  await page.goto("/signin");
  await signInHere(page, login);
}
