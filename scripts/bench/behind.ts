/**
 * `npm run bench -- --behind`: how long a customer waits behind the sign-in, in Chromium slowed down to a phone on Fast 4G.
 * The routes are the route table's, so a new screen is measured by itself.
 */
import type { Browser, Page } from "playwright-core";
import { demoStandard } from "#scripts/local/seed/demo-user.ts";
import { getUser } from "#shared/endpoints.ts";
import { customerPaths, paths } from "#shared/site/paths.ts";
import { openSignIn, typeAndPress, withPortal } from "./browser.ts";
import { budget, type Cell, median, printTable } from "./table.ts";

/** As Chromium's developer tools have it. */
const fast4G = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 };
const cpuRate = 4;
const phone = { width: 390, height: 844 };
const rounds = 3;

/** Milliseconds until the screen is readable, requests and layout shifts of a reload; milliseconds in which /signin is blocked. */
const goals = { readable: 1200, requests: 15, shifts: 0.02, blocked: 150 };

/** Runs in the page, from its first moment on: when the text was first there, and since when nothing has been waiting. */
const observerOf = (text: string): string => `
const measured = (window.measured = { shifts: 0, blocked: 0 });
addEventListener("click", () => (measured.pressedAt ??= performance.now()), true);
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) measured.shifts += value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) measured.blocked += duration - 50;
}).observe({ type: "longtask", buffered: true });
const waits = "[aria-busy=true], [role=progressbar]:not([aria-valuenow]), .MuiSkeleton-root";
const look = () => {
  const main = document.querySelector("#root:not([data-shows]) main");
  if (measured.pressedAt && main?.textContent.includes(${JSON.stringify(text)}))
    measured.waited ??= performance.now() - measured.pressedAt;
  if (!main || main.matches(waits) || main.querySelector(waits)) delete measured.readable;
  else measured.readable ??= performance.now();
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
`;

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", fast4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuRate });
}

async function newPage(browser: Browser, company = ""): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, locale: "ja-JP" });
  await context.addInitScript({ content: observerOf(company) });
  return context.newPage();
}

interface SignIn {
  /** The time in which /signin cannot answer while it loads: its long tasks beyond 50 ms. */
  blocked: number;
  /** From the press to the company's name on /menu. */
  waited: number;
}

/** Types as a person does, and presses. */
async function measureSignIn(browser: Browser, origin: string, company: string): Promise<SignIn> {
  const page = await newPage(browser, company);
  await slowDown(page);
  await openSignIn(page, origin);
  await page.waitForLoadState("networkidle");
  const blocked = await page.evaluate<number>("measured.blocked");
  await typeAndPress(page, demoStandard, 50);
  const waited = await page.waitForFunction(() => Reflect.get(globalThis, "measured").waited, undefined, {
    timeout: 60_000,
  });
  const signIn = { blocked, waited: Number(await waited.jsonValue()) };
  await page.context().close();
  return signIn;
}

interface Reload {
  readable: number;
  requests: number;
  shifts: number;
}

async function measureReload(page: Page, url: string): Promise<Reload> {
  let requests = 0;
  page.on("request", () => {
    requests += 1;
  });
  await page.goto(url, { waitUntil: "load" });
  // The second load has the files in its cache, as a reload has.
  await page.waitForLoadState("networkidle");
  requests = 0;
  await page.reload({ waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
  const [readable, shifts] = await page.evaluate<number[]>("[measured.readable, measured.shifts]");
  page.removeAllListeners("request");
  return { readable: readable ?? Number.NaN, requests, shifts: shifts ?? Number.NaN };
}

/** Signs in without being slowed down. Returns the page, and the name that the menu shows. */
async function signInFast(browser: Browser, origin: string): Promise<{ page: Page; company: string }> {
  const page = await newPage(browser);
  await openSignIn(page, origin);
  const answer = page.waitForResponse(`**${getUser.path}?**`);
  await typeAndPress(page, demoStandard);
  const { results } = getUser.response.parse(await (await answer).json());
  await page.waitForURL(`**${paths.menu}`);
  return { page, company: results[0]?.CorporateName ?? "" };
}

async function measureReloads(page: Page, origin: string): Promise<Map<string, Reload[]>> {
  await slowDown(page);
  const reloads = new Map<string, Reload[]>(customerPaths.map((path) => [path, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [path, measured] of reloads) measured.push(await measureReload(page, `${origin}${path}`));
  return reloads;
}

const reloadHeader = ["route", "readable ms", "budget", "requests", "budget", "shifts", "budget"];

const rowOf = (path: string, reloads: readonly Reload[]): Cell[] => {
  const of = (name: keyof Reload): number => median(reloads.map((reload) => reload[name]));
  const names = ["readable", "requests", "shifts"] as const;
  const cells = names.flatMap((name): Cell[] => [
    name === "shifts" ? of(name).toFixed(3) : String(Math.round(of(name))),
    budget(of(name), goals[name]),
  ]);
  return [path, ...cells];
};

async function measureBehind(origin: string, browser: Browser): Promise<{ signIn: SignIn; rows: Cell[][] }> {
  const { page, company } = await signInFast(browser, origin);
  const reloads = await measureReloads(page, origin);
  await page.context().close();
  const signIns: SignIn[] = [];
  for (let round = 0; round < rounds; round += 1) signIns.push(await measureSignIn(browser, origin, company));
  const signIn = {
    blocked: median(signIns.map(({ blocked }) => blocked)),
    waited: median(signIns.map(({ waited }) => waited)),
  };
  return { signIn, rows: [...reloads].map(([path, each]) => rowOf(path, each)) };
}

export async function printBehind(): Promise<void> {
  const { signIn, rows } = await withPortal(measureBehind);
  const machine = `Chromium, 390 px, CPU x ${cpuRate}, Fast 4G, HTTP/1.1, medians of ${rounds}`;
  printTable(`Reload of each signed-in screen: ${machine}`, reloadHeader, rows);
  const blocked = Math.round(signIn.blocked);
  console.log(`\n/signin is blocked for ${blocked} ms while it loads (${budget(blocked, goals.blocked)})`);
  console.log(`From the press on ログイン to the company's name on /menu: ${Math.round(signIn.waited)} ms`);
}
