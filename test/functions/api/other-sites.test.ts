/** Pages of other sites make a visitor's browser call the portal: nothing is done for them, at any endpoint of the contract. */
import { expect, test } from "vitest";
import type { EndpointName } from "#shared/endpoints.ts";
import { requestsOf } from "#test/campaign/requests.ts";
import { endpointOf, endpointsThat, requestTo } from "../support/requests.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const owner = await world.createCustomer();
const names = endpointsThat(({ servesOtherSites }) => !servesOtherSites);
const requests = requestsOf({ requestId: "unknown", ...owner, accessToken: "a.b.c", unsubscribeToken: "t" });

async function call(name: EndpointName, headers: Record<string, string>): Promise<number> {
  const request = requestTo(name, owner, requests[name][0]);
  return (await world.portal.call(name, { ...request, headers })).status;
}

test.each(names)("%s refuses the request of another site's page, and counts nothing", async (name) => {
  const before = await world.portal.everything();
  expect(await call(name, { "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await world.portal.everything()).toEqual(before);
});

const namesWithBody = names.filter((name) => endpointOf(name).body);
test.each(namesWithBody)("%s takes JSON alone, for which a browser asks first", async (name) => {
  const before = await world.portal.everything();
  for (const type of ["text/plain", "text/plain; charset=application/json", "application/json-seq", ""])
    expect(await call(name, { "content-type": type }), type).toBe(400);
  expect(await world.portal.everything()).toEqual(before);
});

test.each(["same-origin", "same-site", "none"])("%s is the site itself, or a person", async (site) => {
  expect(await call("get-user", { "sec-fetch-site": site })).toBe(200);
});

test("mail programs, Stripe and the edge's cache are served wherever they call from", () => {
  const others = endpointsThat(({ servesOtherSites }) => servesOtherSites === true);
  expect(others.sort()).toEqual(["notices", "stripe-webhook", "unsubscribe", "unsubscribe-link"]);
});
