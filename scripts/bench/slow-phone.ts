/** A phone on Fast 4G with a slow processor, and what it tells of each page. */
import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";

/** As Chromium's developer tools have it. */
const fast4G = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 };
export const cpuRate = 4;
export const machine = `Chromium, 390 px, CPU x ${cpuRate}, Fast 4G, HTTP/1.1`;

/** Runs in the page, from its first moment on: when the text was first there, and since when nothing has been waiting. */
const observerOf = (text: string): string => `
const measured = (window.measured = { shifts: 0, blocked: 0 });
addEventListener("click", () => (measured.pressedAt ??= performance.now()), true);
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) measured.shifts += value;
}).observe({ type: "layout-shift", buffered: true });
// As Lighthouse counts: what is done before the first paint delays that, and blocks nobody.
new PerformanceObserver((list) => {
  const [painted] = performance.getEntriesByName("first-contentful-paint");
  for (const { startTime, duration } of list.getEntries())
    if (painted && startTime + duration > painted.startTime) measured.blocked += duration - 50;
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

export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", fast4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuRate });
  return session;
}

/** A page of a new context. `company`: the text that a sign-in ends with. */
export async function newPage(
  browser: Browser,
  company = "",
  options: BrowserContextOptions = { locale: "ja-JP" },
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  await context.addInitScript({ content: observerOf(company) });
  return context.newPage();
}
