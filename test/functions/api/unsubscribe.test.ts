import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { expect, test } from "vitest";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { advance } from "../support/portal.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

/** As the reconciler signs it. */
async function tokenOf({ sub }: Owner): Promise<string> {
  world.portal.become("announce");
  return unsubscribeToken(sub);
}

/** As a mail program does it. Source: RFC 8058, section 3.2. */
const oneClick = (token: string, others: Record<string, string> = {}) =>
  world.portal.call("unsubscribe", {
    query: { token, ...others },
    text: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
const trail = async ({ sub }: Owner) =>
  (await world.portal.partition(`CUSTOMER#${sub}`)).filter(({ action }) =>
    String(action).startsWith("service-information-"),
  );

test("one click ends service information, and changes nothing else; another one changes nothing", async () => {
  const owner = await world.createCustomer();
  const before = await world.recordOf(owner);
  const token = await tokenOf(owner);
  for (let clicks = 0; clicks < 3; clicks += 1) {
    const { status, json } = await oneClick(token);
    expect([status, json.result]).toEqual([200, { subscribed: false }]);
  }
  await Promise.all(Array.from({ length: 5 }, () => oneClick(token)));
  const after = await world.recordOf(owner);
  expect(after).toEqual({ ...before, optInServiceInfo: false });
  expect(await trail(owner)).toEqual([expect.objectContaining({ fields: ["optInServiceInfo"] })]);
});

test("a customer takes a wrong click back, any number of times", async () => {
  const owner = await world.createCustomer();
  const token = await tokenOf(owner);
  const wishes = async () => (await world.recordOf(owner)).optInServiceInfo;
  await world.expectNothingWritten(() => oneClick(token, { resubscribe: "true" }));
  await oneClick(token);
  expect(await wishes()).toBe(false);
  expect((await oneClick(token, { resubscribe: "true" })).json.result).toEqual({ subscribed: true });
  expect(await wishes()).toBe(true);
  expect((await oneClick(token, { resubscribe: "no" })).status).toBe(400);
  expect(await wishes()).toBe(true);
});

test("a forwarded link that is used all day fills no audit trail, and stops at a limit", async () => {
  const owner = await world.createCustomer();
  const token = await tokenOf(owner);
  const statuses: number[] = [];
  for (let clicks = 0; clicks < 30; clicks += 1) {
    const others: Record<string, string> = clicks % 2 === 0 ? {} : { resubscribe: "true" };
    statuses.push((await oneClick(token, others)).status);
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
  expect(statuses[28]).toBe(429);
  expect((await trail(owner)).map(({ action }) => action)).toEqual([
    "service-information-ended",
    "service-information-resumed",
  ]);
  advance(24 * 60 * 60_000);
  await oneClick(token);
  await oneClick(token, { resubscribe: "true" });
  await oneClick(token);
  expect((await world.recordOf(owner)).optInServiceInfo).toBe(false);
  expect((await trail(owner)).length).toBeLessThanOrEqual(4);
});

test("a scanner that follows the link changes nothing, and is led to the page that asks", async () => {
  const owner = await world.createCustomer();
  const token = await tokenOf(owner);
  const { status, headers, text } = await world.expectNothingWritten(() =>
    world.portal.call("unsubscribe-link", { query: { token } }),
  );
  expect([status, headers.location, text]).toEqual([303, `https://portal.example/unsubscribe#${token}`, ""]);
});

test("a token is good for its own customer alone", async () => {
  const [owner, other] = await Promise.all([world.createCustomer(), world.createCustomer()]);
  const token = await tokenOf(owner);
  const [, signature = ""] = token.split(".");
  const forged = [
    `${other.sub}.${signature}`,
    `${other.sub}.${"A".repeat(43)}`,
    `${other.sub}.`,
    other.sub,
    token.slice(0, -1),
    `${token}A`,
    "あ".repeat(80),
    `${owner.sub}.${"あ".repeat(signature.length)}`,
  ];
  await world.expectNothingWritten(async () => {
    for (const each of forged) expect((await oneClick(each)).status, each).toBe(403);
    expect((await oneClick("")).status).toBe(400);
    expect((await world.portal.call("unsubscribe", { text: "" })).status).toBe(400);
  });
});

test("the link of a customer who has left has a customer's answers up to the limit, and no record returns", async () => {
  const clicks = async (owner: Owner) => {
    const token = await tokenOf(owner);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const others: Record<string, string> = count % 2 === 0 ? {} : { resubscribe: "true" };
      statuses.push((await oneClick(token, others)).status);
    }
    return statuses;
  };
  const owner = await world.createCustomer();
  const ofCustomer = await clicks(owner);
  expect(ofCustomer.at(-1)).toBe(429);
  const left = { ...owner, sub: "00000000-0000-4000-8000-000000000000" };
  expect(await world.expectNothingWritten(() => clicks(left))).toEqual(ofCustomer);
});

test("links in mail that was sent before the key was changed go on working", async () => {
  const owner = await world.createCustomer();
  const token = await tokenOf(owner);
  const { AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint = "" } = world.portal.settings;
  const secrets = new SecretsManagerClient({
    region: identifiers.region,
    endpoint,
    credentials: world.portal.operator,
  });
  const SecretId = identifiers.unsubscribeSecretName;
  const { SecretString = "{}" } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const { key } = JSON.parse(SecretString);
  const change = (value: object) => world.portal.putSecret(SecretId, JSON.stringify(value));
  await change({ key: "another", previousKey: key });
  advance(6 * 60_000);
  expect((await oneClick(token)).status).toBe(200);
  expect((await world.recordOf(owner)).optInServiceInfo).toBe(false);
  await change({ key: "another" });
  advance(6 * 60_000);
  expect((await oneClick(token)).status).toBe(403);
});
