import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { expect, test } from "vitest";
import { recipientId } from "#functions/billing/invoices/copy-recipients.ts";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { advance } from "../support/portal.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

/** As the jobs sign them: of service information, or of copies of invoices to that address. */
async function tokenOf({ sub }: Owner, address?: string): Promise<string> {
  world.portal.become(address === undefined ? "announce" : "reconcile");
  return unsubscribeToken(sub, address && recipientId(sub, address));
}

const address = "keiri@example.com";
/** The mail that a link ends, and how the table tells. */
const kinds = {
  "service information": {
    token: (owner: Owner) => tokenOf(owner),
    isSent: async (owner: Owner) => (await world.profileOf(owner)).optInServiceInfo,
    page: "/unsubscribe",
    actions: ["service-information-ended", "service-information-resumed"],
    profile: { optInServiceInfo: false },
    fields: ["optInServiceInfo"],
    rows: (): string[] => [],
  },
  "copies of invoices": {
    token: (owner: Owner) => tokenOf(owner, address),
    isSent: async ({ sub }: Owner) => {
      const row = await world.portal.item(`CUSTOMER#${sub}`, `COPIES#${recipientId(sub, address)}`);
      return row?.stoppedAt === undefined;
    },
    page: "/unsubscribe/invoice-copies",
    actions: ["invoice-copies-stopped", "invoice-copies-resumed"],
    profile: {},
    fields: undefined,
    rows: ({ sub }: Owner): string[] => [`COPIES#${recipientId(sub, address)}`],
  },
};
const eachKind = test.each(Object.entries(kinds));

/** As a mail program does it. Source: RFC 8058, section 3.2. */
const oneClick = (token: string, others: Record<string, string> = {}) =>
  world.portal.call("unsubscribe", {
    query: { token, ...others },
    text: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
const resubscribe = (token: string) => oneClick(token, { resubscribe: "true" });
const trail = async (owner: Owner) =>
  (await world.trailOf(owner)).filter(({ action }) =>
    /^(service-information|invoice-copies)-/.test(String(action)),
  );

eachKind("%s: one click ends them for its recipient; others change nothing", async (_, kind) => {
  const owner = await world.createCustomer();
  const before = await world.profileOf(owner);
  const token = await kind.token(owner);
  await Promise.all(Array.from({ length: 5 }, () => oneClick(token)));
  const { status, json } = await oneClick(token);
  expect([status, json.result]).toEqual([200, { subscribed: false }]);
  expect(await world.profileOf(owner)).toEqual({ ...before, ...kind.profile });
  const rows = (await world.rowsOf(owner)).filter(({ sk }) => String(sk).startsWith("COPIES#"));
  expect(rows.map(({ sk }) => sk)).toEqual(kind.rows(owner));
  const written = await trail(owner);
  expect(written.map(({ action, fields }) => [action, fields])).toEqual([[kind.actions[0], kind.fields]]);
  // Neither row outlives the customer with an address.
  expect(JSON.stringify([rows, written])).not.toContain(address);
});

eachKind("%s: a reader takes a wrong click back, any number of times", async (_, { token, isSent }) => {
  const owner = await world.createCustomer();
  const own = await token(owner);
  await world.expectNothingWritten(() => resubscribe(own));
  for (let times = 0; times < 2; times += 1) {
    await oneClick(own);
    expect(await isSent(owner)).toBe(false);
    expect((await resubscribe(own)).json.result).toEqual({ subscribed: true });
    expect(await isSent(owner)).toBe(true);
  }
  expect((await oneClick(own, { resubscribe: "no" })).status).toBe(400);
  expect(await isSent(owner)).toBe(true);
});

/** Ends and resumes the mail in turn. Returns the statuses. */
async function clickInTurn(token: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let clicks = 0; clicks < times; clicks += 1)
    statuses.push((await (clicks % 2 === 0 ? oneClick(token) : resubscribe(token))).status);
  return statuses;
}

eachKind("%s: a link used all day fills no audit trail, and has its own limit", async (_, kind) => {
  const owner = await world.createCustomer();
  const token = await kind.token(owner);
  const statuses = await clickInTurn(token, 30);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
  expect(statuses[28]).toBe(429);
  const actions = async () => (await trail(owner)).map(({ action }) => String(action)).sort();
  expect(await actions()).toEqual(kind.actions.toSorted());
  const others = Object.values(kinds).filter((other) => other !== kind);
  const otherTokens = await Promise.all(others.map((other) => other.token(owner)));
  for (const each of [...otherTokens, await tokenOf(owner, "another@example.com")])
    expect((await resubscribe(each)).status).toBe(200);
  advance(24 * 60 * 60_000);
  await clickInTurn(token, 3);
  expect(await kind.isSent(owner)).toBe(false);
  expect((await actions()).length).toBeLessThanOrEqual(4);
});

eachKind("%s: a scanner that follows the link changes nothing, and is led to a page", async (_, kind) => {
  const token = await kind.token(await world.createCustomer());
  const { status, headers, text } = await world.expectNothingWritten(() =>
    world.portal.call("unsubscribe-link", { query: { token } }),
  );
  const page = `https://portal.example${kind.page}#${token}`;
  expect([status, headers.location, text]).toEqual([303, page, ""]);
});

test("a token is good for its own customer, recipient and kind of mail alone", async () => {
  const [owner, other] = await Promise.all([world.createCustomer(), world.createCustomer()]);
  const token = await tokenOf(owner);
  const [, signature = ""] = token.split(".");
  const ofCopies = await tokenOf(owner, address);
  const [, recipient = "", copiesSignature = ""] = ofCopies.split(".");
  const forged = [
    `${owner.sub}.${copiesSignature}`,
    `${owner.sub}.${recipient}.${signature}`,
    `${owner.sub}.${recipientId(owner.sub, "another@example.com")}.${copiesSignature}`,
    `${other.sub}.${recipient}.${copiesSignature}`,
    `${owner.sub}.${recipient}..${copiesSignature}`,
    `${owner.sub}..${signature}`,
    `${ofCopies}.`,
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

eachKind("%s: the link of a customer who has left has a customer's answers", async (_, kind) => {
  const owner = await world.createCustomer();
  const ofCustomer = await clickInTurn(await kind.token(owner), 21);
  expect(ofCustomer.at(-1)).toBe(429);
  const token = await kind.token({ ...owner, sub: "00000000-0000-4000-8000-000000000000" });
  expect(await world.expectNothingWritten(() => clickInTurn(token, 21))).toEqual(ofCustomer);
});

eachKind("%s: links in mail that was sent before the key was changed go on working", async (_, kind) => {
  const owner = await world.createCustomer();
  const token = await kind.token(owner);
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
  expect(await kind.isSent(owner)).toBe(false);
  await change({ key: "another" });
  advance(6 * 60_000);
  expect((await oneClick(token)).status).toBe(403);
  await change({ key });
  advance(6 * 60_000);
});
