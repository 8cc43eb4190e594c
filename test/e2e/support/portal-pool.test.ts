/** One failure must not become six: a portal in which a test failed serves no other file. */
import { afterAll, expect, inject, test } from "vitest";
import { startPortalPool } from "./portal-pool.ts";

const pool = await startPortalPool(1, { port: 0, smsAddressHourlyCap: 10, ...inject("built") });
afterAll(pool.close);

const take = async () => (await fetch(`${pool.url}/0`, { method: "POST" })).text();
const isUp = (portal: string) =>
  fetch(`${portal}/favicon.svg`).then(
    ({ ok }) => ok,
    () => false,
  );

test("a portal that was given back is used again; one that was not is closed, and a new one takes its place", async () => {
  const first = await take();
  await fetch(`${pool.url}/0`, { method: "DELETE" });
  expect(await take()).toBe(first);
  const second = await take();
  expect(second).not.toBe(first);
  expect([await isUp(first), await isUp(second)]).toEqual([false, true]);
});
