import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "#scripts/local/prerequisites/ensure-browser.ts";
import { demoUser } from "#scripts/local/seed/demo-user.ts";
import { customerPaths, htmlFiles, notFoundFile, paths } from "#shared/site/paths.ts";
import { openSignIn, typeAndPress } from "./browser.ts";

const signedOut = ["/signin", "/", "/signup/comp", "/pw/forgot", "/id/forgot", "/error"];
const signedIn = [paths.signInChallenge, paths.passwordChange, ...customerPaths];

/** Kilobytes. Decision 5 gives the reasons. */
const budgets = { signIn: 177, usual: 93, phone: 102, identity: 109 } as const;

/** Screens that show a phone number at once: /update, also where a completion screen sends customers who have completed nothing. */
const phoneRoutes = ["/update", "/update/comp", "/em/change/comp", "/pn/change/comp", "/pn/change"];
/** Screens that need the identity library at once. */
const identityRoutes = ["/security", "/signin/auth", "/pw/forgot", "/pw/change"];

function budgetOf(route: string): number {
  if (route === "/signin") return budgets.signIn;
  if (phoneRoutes.includes(route)) return budgets.phone;
  return identityRoutes.includes(route) ? budgets.identity : budgets.usual;
}

export interface MeasuredRoute {
  route: string;
  files: number;
  /** Kilobytes, brotli; `onTop` is beyond what /signin has loaded. */
  inAll: number;
  onTop: number;
  /** Of `/signin` in all, of every other route on top. */
  counted: number;
  budget: number;
}

/** The files that a browser loads on each route with an empty cache, by size. */
export async function measureRoutes(origin: string, site: string): Promise<MeasuredRoute[]> {
  await using browser = await chromium.launch(await findChromium());
  const files = new Map<string, Set<string>>();
  await eachOf(signedOut, async (route) => {
    const context = await browser.newContext();
    files.set(route, await filesOf(await context.newPage(), origin, route));
    await context.close();
  });
  const context = await browser.newContext();
  const session = await signInOnce(context, origin);
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, Object.entries(session));
  await eachOf(signedIn, async (route) => {
    const page = await context.newPage();
    // Keeps /signin/auth where it is: it would move on once the profile arrives.
    if (route === "/signin/auth") await page.route("**/api/user*", () => undefined);
    files.set(route, await filesOf(page, origin, route));
    await page.close();
  });
  return rowsOf(files, site);
}

/** Four at a time: a page mostly waits. */
async function eachOf(routes: readonly string[], measure: (route: string) => Promise<void>): Promise<void> {
  const waiting = routes.values();
  const work = async () => {
    for (const route of waiting) await measure(route);
  };
  await Promise.all([work(), work(), work(), work()]);
}

async function filesOf(page: Page, origin: string, route: string): Promise<Set<string>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const files = new Set<string>();
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin || url.pathname.startsWith("/api/")) return;
    files.add(url.pathname.includes(".") ? url.pathname : (htmlFiles[url.pathname] ?? notFoundFile));
  });
  await page.goto(`${origin}${route}`, { waitUntil: "load" });
  for (let before = -1; before < files.size; ) {
    before = files.size;
    // Files that load when the browser is idle come late on a busy machine.
    await page.evaluate("new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 5000 }))");
    await page.waitForTimeout(1500);
  }
  return files;
}

async function signInOnce(context: BrowserContext, origin: string): Promise<Record<string, string>> {
  const page = await context.newPage();
  await openSignIn(page, origin);
  await typeAndPress(page, demoUser);
  await page.waitForURL("**/menu");
  await page.waitForTimeout(500);
  const stored = await page.evaluate(() => ({ ...sessionStorage }));
  await page.close();
  return stored;
}

function rowsOf(files: Map<string, Set<string>>, site: string): MeasuredRoute[] {
  const sizes = new Map<string, number>();
  const size = (file: string): number => {
    if (file === "/config.json") return 0.2;
    const known = sizes.get(file) ?? brotliCompressSync(readFileSync(join(site, file))).length / 1000;
    sizes.set(file, known);
    return known;
  };
  const total = (some: Iterable<string>): number => [...some].reduce((sum, file) => sum + size(file), 0);
  const base = files.get("/signin") ?? new Set<string>();
  return [...files].map(([route, loaded]) => {
    const onTop = total([...loaded].filter((file) => !base.has(file)));
    const inAll = total(loaded);
    const counted = route === "/signin" ? inAll : onTop;
    return { route, files: loaded.size, inAll, onTop, counted, budget: budgetOf(route) };
  });
}
