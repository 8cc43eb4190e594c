import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { comparePrice, loadSite } from "#functions/jobs/canary/steps.ts";
import { identifiers, localPrice } from "#scripts/local/identifiers.ts";
import { startPortal } from "../support/portal.ts";

const portal = await startPortal();
let origin: string;
/** By path; a missing one is a 404. */
let files: Record<string, string>;
const site = createServer((request, response) => {
  const file = files[request.url ?? ""];
  response.writeHead(file === undefined ? 404 : 200).end(file);
});
const settings = { userPoolId: identifiers.userPoolId, price: localPrice };

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => site.close());
beforeEach(() => {
  files = { "/": '<div id="root"></div>', "/config.json": JSON.stringify(settings) };
});

function compare(price: typeof localPrice): Promise<void> {
  portal.become("canary");
  return comparePrice(price);
}

test("the canary loads the site, whose price is Stripe's", async () => {
  portal.become("canary");
  const price = await loadSite(origin);
  expect(price).toEqual(localPrice);
  await expect(compare(price)).resolves.toBeUndefined();
});

test.each([
  ["a page that is missing", { "/": undefined }, "/: 404"],
  ["a page of somebody else", { "/": "<h1>nginx</h1>" }, "/ is not the site"],
  ["no settings", { "/config.json": undefined }, "/config.json: 404"],
  [
    "settings of another environment",
    { "/config.json": JSON.stringify({ ...settings, userPoolId: "ap-northeast-1_other" }) },
    "another deployment",
  ],
])("%s fails", async (_, changed, message) => {
  files = { ...files, ...changed } as Record<string, string>;
  portal.become("canary");
  await expect(loadSite(origin)).rejects.toThrow(message);
});

test.each([{ amountYen: localPrice.amountYen + 1 }, { interval: "year" as const }])(
  "a price that Stripe does not charge fails: %j",
  async (change) => {
    await expect(compare({ ...localPrice, ...change })).rejects.toThrow(
      "the price on the site is not Stripe's",
    );
  },
);
