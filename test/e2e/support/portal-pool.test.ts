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

test("a portal that was not given back is closed, and the next file meets another one", async () => {
  await takePortal(pool.url, 0);
  const first = portalUrl();
  const stranger = await meetPortal();
  const { giveBack } = await takePortal(pool.url, 0);
  const second = portalUrl();
  expect([await isUp(first), await isUp(second)]).toEqual([false, true]);
  expect(await customerItems(stranger)).toEqual([]);
  await meetPortal();
  await giveBack();
  await takePortal(pool.url, 0);
  expect(portalUrl()).toBe(second);
});
