import { beforeEach, expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { newKeyPair } from "#scripts/local/store.ts";
import { newPerson } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";
import { outcome } from "../support/replies.ts";
import { send } from "../support/verified-phone.ts";

const portal = await startPortal();
beforeEach(portal.requests.clear);

const put = (value: string) => portal.putSecret(identifiers.vonageSecretName, value);

test("Vonage's credentials are read once and kept for some minutes", async () => {
  await send(portal, newPerson());
  await send(portal, newPerson());
  expect(portal.requests.list("secrets")).toHaveLength(1);
  advance(5 * 60_000);
  await send(portal, newPerson());
  expect(portal.requests.list("secrets")).toHaveLength(2);
});

test.each([
  ["is not JSON", "to be filled in"],
  ["lacks a part", JSON.stringify({ applicationId: "a" })],
  ["holds no key", JSON.stringify({ applicationId: "a", privateKey: "key" })],
  ["holds a public key", JSON.stringify({ applicationId: "a", privateKey: newKeyPair().publicKey })],
])("a secret that %s is 503, the log names it, and no SMS is asked for", async (_, value) => {
  await put(value);
  advance(5 * 60_000);
  expect(outcome(await send(portal, newPerson()))).toEqual([503, "unavailable"]);
  expect(portal.logged.join("")).toContain('"setting":"VONAGE_SECRET_ID"');
  expect(portal.requests.list("vonage")).toEqual([]);
});

test("a secret that cannot be read is 503", async () => {
  advance(5 * 60_000);
  portal.faults.add({ service: "secrets", status: 500, times: 3 });
  expect((await send(portal, newPerson())).status).toBe(503);
});
