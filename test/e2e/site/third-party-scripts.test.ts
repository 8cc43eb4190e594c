import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { contentSecurityPolicy } from "#infra/settings/headers.ts";
import {
  desktop,
  holdRequests,
  settled,
  startBrowser,
  takeComplaints,
  waitUntilAlive,
} from "../support/browser.ts";
import { button, field } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { expectStep } from "../support/sign-up.ts";
import { expectComplete, reachPayment } from "../support/upgrade.ts";

const { page } = startBrowser(desktop, { isNew: true });
const tagManager = "https://www.googletagmanager.com/gtm.js?id=GTM-TEST1";
const stripe = "https://js.stripe.com/v3/";

/** The site as it is deployed where both are configured: its settings, and the policy that goes with them. */
async function configure(target: Page): Promise<void> {
  const { cognito } = await local.services();
  const policy = contentSecurityPolicy([cognito?.endpoint ?? ""], ["stripe", "tagManager"]);
  await target.route("**/config.json", async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), tagManagerId: "GTM-TEST1", stripeScript: true };
    await route.fulfill({ response, json });
  });
  await target.route(
    (url) => url.origin === new URL(local.url("/")).origin && !/[.]|^\/api/.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), "content-security-policy": policy };
      await route.fulfill({ response, headers });
    },
  );
}

/** The requests to foreign hosts. */
function watchGuests(target: Page): string[] {
  const asked: string[] = [];
  target.on("request", (request) => {
    if (request.url().startsWith("https://")) asked.push(request.url());
  });
  return asked;
}

const script = (body: string) => (route: Route) => route.fulfill({ contentType: "text/javascript", body });
const marked = (target: Page) => target.evaluate(() => Reflect.get(window, "ran"));

test("no third-party script is loaded here, on the payment step neither", async () => {
  const asked = watchGuests(page());
  await reachPayment(page());
  await button(page(), "11,000円を支払う").waitFor();
  await settled(page());
  expect(asked).toEqual([]);
});

/** The page's `load` comes only when that is called. */
async function holdLoad(target: Page): Promise<() => void> {
  const letGo = await holdRequests(target, "**/slow.png", (route) => route.fulfill({ status: 404 }));
  await target.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.append(Object.assign(new Image(), { src: "/slow.png" }));
    }),
  );
  return letGo;
}

test("each configured script is loaded once: one after the page, one at the payment", async () => {
  await configure(page());
  const asked = watchGuests(page());
  await page().route(tagManager, script("window.ran = window.dataLayer[0].event"));
  await page().route(stripe, script("window.ran = 'stripe'"));
  const load = await holdLoad(page());
  await page().goto("/signin", { waitUntil: "commit" });
  // A press before that leaves the page, and Chromium lets the page that is left have its `load`.
  await waitUntilAlive(page());
  await page().getByRole("link", { name: "新規登録はこちら" }).click();
  await expectStep(page(), "お客様情報");
  expect(asked).toEqual([]);
  load();
  await expect.poll(() => marked(page())).toBe("gtm.js");
  expect(asked).toEqual([tagManager]);

  await reachPayment(page());
  await expect.poll(() => marked(page())).toBe("stripe");
  expect(asked.filter((url) => url === stripe)).toHaveLength(1);
});

const failures: [name: string, fail: (route: Route) => unknown][] = [
  ["blocked", (route) => route.abort("blockedbyclient")],
  ["answering 500", (route) => route.fulfill({ status: 500, body: "" })],
  ["never answering", () => {}],
  ["throwing", script("throw new Error('guest')")],
];

test("a script that is blocked, fails, hangs or throws changes nothing", async () => {
  await configure(page());
  const asked = watchGuests(page());
  let typed = "";
  for (const [name, fail] of failures) {
    asked.length = 0;
    await page().route(tagManager, fail);
    await page().goto("/signin");
    await page().getByRole("button", { name: "ログイン", exact: true }).waitFor();
    await expect.poll(() => asked).toEqual([tagManager]);
    expect(await page().evaluate(() => document.readyState)).toBe("complete");
    await page().getByRole("link", { name: "新規登録はこちら" }).click();
    await expectStep(page(), "お客様情報");
    // The values typed before, beside the failed script.
    expect(await field(page(), "会社名").inputValue()).toBe(typed);
    typed = `株式会社${name}`;
    await field(page(), "会社名").fill(typed);
  }
  await page().reload();
  expect(await field(page(), "会社名").inputValue()).toBe(typed);
  // The script throws after each of the two loads.
  const complaints: string[] = [];
  await expect.poll(() => complaints.push(...takeComplaints())).toBe(2);
  expect(complaints.every((complaint) => complaint.includes("guest"))).toBe(true);
});

test("a payment goes through while Stripe's script or the settings never answer", async () => {
  await configure(page());
  await page().route(tagManager, () => {});
  await page().route(stripe, () => {});
  await reachPayment(page());
  await page().getByRole("radio", { name: "請求書払い" }).check();
  await button(page(), "請求書払いで申し込む").click();
  await expectComplete(page());
  await page().route("**/config.json", (route) => route.fulfill({ status: 503, body: "" }));
  await page().goto("/signin");
  await page().getByRole("button", { name: "ログイン", exact: true }).waitFor();
});
