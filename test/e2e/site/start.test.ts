import { expect, test } from "vitest";
import { openAs, routeOnce, startBrowser, takeComplaints, waitUntilAlive } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { atMenu, button, field } from "../support/elements.ts";

const { page } = startBrowser(undefined, { isNew: true });

const losses = {
  lost: (route) => route.abort("connectionreset"),
  "a 503": (route) => route.fulfill({ status: 503, body: "Slow Down" }),
  "a proxy's page": (route) => route.fulfill({ contentType: "text/html", body: "<p>Please sign in</p>" }),
} satisfies Record<string, Parameters<typeof routeOnce>[2]>;
const siteFile = (name: string): string => `**/assets/${name}-*.js`;
const notice = () => page().locator("body > [role=alert]");

/** How often the tab has asked for a document. */
function countDocuments(): () => number {
  let documents = 0;
  page().on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

for (const [loss, answer] of Object.entries(losses)) {
  test(`each first file of /signin may be ${loss} once, and nobody notices`, async () => {
    const documents = countDocuments();
    const names = ["rolldown-runtime", "libraries", "common", "index"];
    for (const name of names) {
      await routeOnce(page(), siteFile(name), answer);
      await page().goto("/signin");
      expect(await notice().isVisible()).toBe(false);
    }
    expect(documents()).toBe(names.length);
    await page().unrouteAll();
    await routeOnce(page(), "**/assets/*.css", answer);
    await page().goto("/signin");
    await expect
      .poll(() => button(page(), "ログイン").evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe("rgb(246, 182, 2)");
    takeComplaints();
  });

  test(`a file of /menu may be ${loss} once: the page is loaded again`, async () => {
    await openAs(page(), await createCustomer(), "/favicon.svg");
    const documents = countDocuments();
    await routeOnce(page(), siteFile("libraries"), answer);
    await page().goto("/menu", { waitUntil: "commit" });
    await atMenu(page());
    expect(documents()).toBe(2);
    takeComplaints();
  });
}

test("a proxy's page that comes twice is never run as a script", async () => {
  const documents = countDocuments();
  let asked = 0;
  await page().route(siteFile("index"), (route) => {
    asked += 1;
    return asked > 2 ? route.fallback() : losses["a proxy's page"](route);
  });
  await page().goto("/signin");
  expect([documents(), await notice().isVisible()]).toEqual([1, false]);
});

test("files that stay away are named with a button, and what was typed stays", async () => {
  await page().clock.install();
  let asked = 0;
  await page().route(siteFile("index"), (route) => {
    asked += 1;
    return losses["a 503"](route);
  });
  await page().goto("/signin", { waitUntil: "load" });
  await field(page(), "ログインID").fill("somebody");
  await expect
    .poll(async () => {
      await page().clock.runFor(1_000);
      return notice().textContent();
    })
    .toBe("画面の一部を読み込めませんでした。通信環境をご確認のうえ、もう一度お試しください。再試行");
  expect(asked).toBe(4);
  await page().unroute(siteFile("index"));
  await button(page(), "再試行").click();
  await waitUntilAlive(page());
  expect(await notice().isVisible()).toBe(false);
  expect(await field(page(), "ログインID").inputValue()).toBe("somebody");
  takeComplaints();
});

test("without the first script, the built page itself says after a while what to do", async () => {
  await routeOnce(page(), siteFile("start"), losses.lost);
  await page().goto("/signin", { waitUntil: "load" });
  expect(await notice().isVisible()).toBe(false);
  await page().evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await notice().waitFor();
  await notice().getByRole("link", { name: "再読み込み" }).click();
  await waitUntilAlive(page());
  takeComplaints();
});

test("a browser that is too old hears that, never of its connection", async () => {
  await page().addInitScript(() => Reflect.deleteProperty(Promise, "withResolvers"));
  await page().route(siteFile("libraries"), losses.lost);
  await page().clock.install();
  await page().goto("/signin", { waitUntil: "load" });
  const sentence =
    "お使いのブラウザーは古いため、このサイトを正しくご利用いただけません。Chrome 120、Edge 120、Firefox 121、Safari 17.4以降のブラウザーをお使いください。";
  await notice().getByText(sentence).waitFor();
  await page().clock.runFor(10_000);
  await page().evaluate(() => dispatchEvent(new Event("online")));
  expect(await notice().textContent()).toBe(sentence);
  expect(await notice().isVisible()).toBe(true);
  takeComplaints();
});
