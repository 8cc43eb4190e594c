/** One failure must not become six: a portal in which a test failed serves no other file. */
import { afterAll, expect, inject, test } from "vitest";
import { createCustomer, getApi, subOf } from "./customer.ts";
import { portalUrl, setPortal, takePortal } from "./local.ts";
import { startPortalPool } from "./portal-pool.ts";
import { customerItems, setPlan } from "./table.ts";

const pool = await startPortalPool(1, { smsAddressHourlyCap: 10, ...inject("portalParts") });
const own = portalUrl();
afterAll(async () => {
  await pool.close();
  setPortal(own);
});

const take = async () => (await fetch(`${pool.url}/0`, { method: "POST" })).text();
const isUp = (portal: string) =>
  fetch(`${portal}/favicon.svg`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Through the site's API, the control, the user pool and the table: all that the journeys' supporting code reaches. */
async function meetPortal(): Promise<string> {
  const { loginId, idToken, customerId } = await createCustomer();
  await setPlan(subOf(idToken), "suspended");
  const { results } = await (await getApi(`/api/user?name=${loginId}`, idToken)).json();
  expect(results).toMatchObject([{ CustomerId: customerId, Plan: "suspended" }]);
  return subOf(idToken);
}

test("a file after one that failed meets its own portal, by all of the supporting code", async () => {
  await takePortal(pool.url, 0);
  const stranger = await meetPortal();
  const { giveBack } = await takePortal(pool.url, 0);
  expect(await customerItems(stranger)).toEqual([]);
  await meetPortal();
  await giveBack();
});

test("a portal that was given back is used again; one that was not is closed, and a new one takes its place", async () => {
  const first = await take();
  await fetch(`${pool.url}/0`, { method: "DELETE" });
  expect(await take()).toBe(first);
  const second = await take();
  expect(second).not.toBe(first);
  expect([await isUp(first), await isUp(second)]).toEqual([false, true]);
});
