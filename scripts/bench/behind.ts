/**
 * `npm run bench -- --behind`: how long a customer waits behind the sign-in, in Chromium slowed down to a phone on Fast 4G.
 * The routes are the route table's, so a new screen is measured by itself.
 */
import type { Browser, Page } from "playwright-core";
import { demoStandard } from "#scripts/local/seed/demo-user.ts";
import { getUser } from "#shared/endpoints.ts";
import { customerPaths, paths } from "#shared/site/paths.ts";
import { openSignIn, typeAndPress, withPortal } from "./browser.ts";
import { printKeys } from "./keys.ts";
import { printSignIns } from "./sign-in.ts";
import { machine, newPage, slowDown } from "./slow-phone.ts";
import { budget, type Cell, median, printTable } from "./table.ts";

const rounds = 3;

/** Milliseconds until the screen is readable, requests and layout shifts of a reload. */
const goals = { readable: 1200, requests: 15, shifts: 0.01 };

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

/** `peer`: the folder of the ready-made page. */
export const printBehind = (peer?: string): Promise<void> =>
  withPortal(async (origin, browser) => {
    const { page, company } = await signInFast(browser, origin);
    const reloads = await measureReloads(page, origin);
    await page.context().close();
    printTable(
      `Reload of each signed-in screen: ${machine}, medians of ${rounds}`,
      reloadHeader,
      [...reloads].map(([path, each]) => rowOf(path, each)),
    );
    await printKeys(browser, origin);
    if (peer === undefined) return printSignIns(browser, origin, company);
    await withPortal((peerOrigin) => printSignIns(browser, origin, company, peerOrigin), peer);
  });
