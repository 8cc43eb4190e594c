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
    isSent: async (owner: Owner) => (await world.recordOf(owner)).optInServiceInfo,
    page: "/unsubscribe",
    actions: ["service-information-ended", "service-information-resumed"],
  },
  "copies of invoices": {
    token: (owner: Owner) => tokenOf(owner, address),
    isSent: async ({ sub }: Owner) => {
      const row = await world.portal.item(`CUSTOMER#${sub}`, `COPIES#${recipientId(sub, address)}`);
      return row?.stoppedAt === undefined;
    },
    page: "/unsubscribe/invoice-copies",
    actions: ["invoice-copies-stopped", "invoice-copies-resumed"],
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
const trail = async (owner: Owner) =>
  (await world.trailOf(owner)).filter(({ action }) =>
    /^(service-information|invoice-copies)-/.test(String(action)),
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

test("one click ends copies of invoices to its own recipient, and changes nothing else; others change nothing", async () => {
  const owner = await world.createCustomer();
  const before = await world.recordOf(owner);
  const token = await kinds["copies of invoices"].token(owner);
  await Promise.all(Array.from({ length: 5 }, () => oneClick(token)));
  expect((await oneClick(token)).json.result).toEqual({ subscribed: false });
  expect(await world.recordOf(owner)).toEqual(before);
  const rows = (await world.rowsOf(owner)).filter(({ sk }) => String(sk).startsWith("COPIES#"));
  expect(rows).toEqual([expect.objectContaining({ sk: `COPIES#${recipientId(owner.sub, address)}` })]);
  // Neither row outlives the customer with an address.
  expect(JSON.stringify([rows, await trail(owner)])).not.toContain(address);
  expect((await trail(owner)).map(({ action }) => action)).toEqual(["invoice-copies-stopped"]);
});

eachKind("%s: a reader takes a wrong click back, any number of times", async (_, { token, isSent }) => {
  const owner = await world.createCustomer();
  const own = await token(owner);
  await world.expectNothingWritten(() => oneClick(own, { resubscribe: "true" }));
  for (let times = 0; times < 2; times += 1) {
    await oneClick(own);
    expect(await isSent(owner)).toBe(false);
    expect((await oneClick(own, { resubscribe: "true" })).json.result).toEqual({ subscribed: true });
    expect(await isSent(owner)).toBe(true);
  }
  expect((await oneClick(own, { resubscribe: "no" })).status).toBe(400);
  expect(await isSent(owner)).toBe(true);
});

eachKind(
  "%s: a forwarded link that is used all day fills no audit trail, and stops at a limit of its own",
  async (_, kind) => {
    const owner = await world.createCustomer();
    const token = await kind.token(owner);
    const statuses: number[] = [];
    for (let clicks = 0; clicks < 30; clicks += 1) {
      const others: Record<string, string> = clicks % 2 === 0 ? {} : { resubscribe: "true" };
      statuses.push((await oneClick(token, others)).status);
    }
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
    expect(statuses[28]).toBe(429);
    const actions = async () => (await trail(owner)).map(({ action }) => String(action)).sort();
    expect(await actions()).toEqual(kind.actions.toSorted());
    for (const { token: otherToken } of Object.values(kinds).filter((other) => other !== kind))
      expect((await oneClick(await otherToken(owner), { resubscribe: "true" })).status).toBe(200);
    expect(
      (await oneClick(await tokenOf(owner, "another@example.com"), { resubscribe: "true" })).status,
    ).toBe(200);
    advance(24 * 60 * 60_000);
    await oneClick(token);
    await oneClick(token, { resubscribe: "true" });
    await oneClick(token);
    expect(await kind.isSent(owner)).toBe(false);
    expect((await actions()).length).toBeLessThanOrEqual(4);
  },
);

eachKind(
  "%s: a scanner that follows the link changes nothing, and is led to the page that asks",
  async (_, kind) => {
    const owner = await world.createCustomer();
    const token = await kind.token(owner);
    const { status, headers, text } = await world.expectNothingWritten(() =>
      world.portal.call("unsubscribe-link", { query: { token } }),
    );
    const page = `https://portal.example${kind.page}#${token}`;
    expect([status, headers.location, text]).toEqual([303, page, ""]);
  },
);

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

eachKind(
  "%s: the link of a customer who has left has a customer's answers up to the limit, and no record returns",
  async (_, kind) => {
    const clicks = async (owner: Owner) => {
      const token = await kind.token(owner);
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
  },
);

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
