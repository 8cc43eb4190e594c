/**
 * The page that the journeys of a worker use one after the other, for half the price of a new one: its files are loaded and
 * compiled. What a journey leaves in it is removed, and that is checked. A page with something that stays is closed.
 */
import type { BrowserContext, CDPSession, Disposable, Page } from "playwright-core";

/** Small, and of the portal's origin, whose storage can be emptied there while no script of the portal runs. */
const emptyPage = "/robots.txt";

/** In the page. */
async function forget(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  window.name = "";
  for (const { name = "" } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}

/** In the page: what tells of the journeys before. */
const tracesIn = async () => ({
  stored: [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name = "" }) => name),
  ],
  cookies: document.cookie,
  entries: history.length,
  name: window.name,
  size: `${innerWidth} x ${innerHeight}`,
  text: getComputedStyle(document.documentElement).fontSize,
  isOnline: navigator.onLine,
  media: ["print", "(forced-colors: active)", "(prefers-reduced-motion: reduce)"].filter(
    (feature) => matchMedia(feature).matches,
  ),
  clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
});

/** For one journey after the other. */
export interface KeptPage {
  page: Page;
  /** Removes what a journey left. Returns what stays: the page is of no use any more unless that is nothing. */
  clean(): Promise<string[]>;
}

const sessions = new WeakMap<Page, CDPSession>();

/** The developer tools of a page. What is set by those of a kept page is removed; any other session stays, and the page is closed. */
export const devtoolsOf = async (page: Page): Promise<CDPSession> =>
  sessions.get(page) ?? page.context().newCDPSession(page);

/** The reader's setting, which rem and em follow. 16 is the browser's own. */
export const sendTextSize = (devtools: CDPSession, standard: number): Promise<unknown> =>
  devtools.send("Page.setFontSizes", { fontSizes: { standard, fixed: (standard / 16) * 13 } });

export async function keepPage(context: BrowserContext): Promise<KeptPage> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  sessions.set(page, devtools);
  const size = page.viewportSize();
  const traces = async () => {
    await page.goto(emptyPage);
    await Promise.all([page.evaluate(forget), context.clearCookies()]);
    await devtools.send("Page.resetNavigationHistory");
    return Object.entries(await page.evaluate(tracesIn)).map(([name, value]) => `${name}: ${value}`);
  };
  const ofNewPage = await traces();
  const { staying, removeListeners } = watch(page);

  async function clean(): Promise<string[]> {
    if (staying.length > 0) return staying;
    removeListeners();
    await Promise.all([
      ...context.pages().map((each) => each === page || each.close()),
      page.unrouteAll({ behavior: "ignoreErrors" }),
      context.unrouteAll({ behavior: "ignoreErrors" }),
      context.setOffline(false),
      context.clearPermissions(),
      page.emulateMedia({ media: null, forcedColors: null, reducedMotion: null }),
      size && page.setViewportSize(size),
      sendTextSize(devtools, 16),
    ]);
    const left = await traces();
    return left.filter((each) => !ofNewPage.includes(each));
  }
  return { page, clean };
}

/** Puts something around a method. */
function wrap(target: object, name: string, around: (call: () => unknown, args: unknown[]) => unknown): void {
  const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
  Reflect.set(target, name, (...args: unknown[]) => around(() => method.apply(target, args), args));
}

/** Notices what a journey gives the page and nothing takes away: a clock, an init script, a session of the developer tools. */
function watch(page: Page): { staying: string[]; removeListeners(): void } {
  const context = page.context();
  const staying: string[] = [];
  const listening: (() => unknown)[] = [];
  for (const emitter of [page, context])
    wrap(emitter, "on", (call, [event, listener]) => {
      listening.push(() => (emitter as Page).off(event as "close", listener as () => void));
      return call();
    });
  for (const name of ["install", "setFixedTime", "setSystemTime"])
    wrap(page.clock, name, (call) => staying.push("a clock") && call());
  wrap(context, "newCDPSession", (call) => staying.push("a session of the developer tools") && call());
  wrap(page, "addInitScript", async (call) => {
    const added = (await call()) as Disposable;
    const what = "an init script";
    staying.push(what);
    const dispose = async () => {
      // One of them: another one may stay.
      staying.splice(staying.indexOf(what), 1);
      await added.dispose();
    };
    return { dispose, [Symbol.asyncDispose]: dispose };
  });
  return { staying, removeListeners: () => listening.splice(0).map((remove) => remove()) };
}
