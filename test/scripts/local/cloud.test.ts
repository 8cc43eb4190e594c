import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import * as z from "zod/mini";
import { cachedSharedFunctions } from "#scripts/local/build-cache.ts";
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from "#scripts/local/cloud.ts";
import { stripeAt } from "#scripts/operator/stripe/client.ts";

let directory: string;
const started: LocalCloud[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "portal-data-"));
});
afterAll(async () => {
  await Promise.all(started.map((cloud) => cloud.close()));
  await rm(directory, { recursive: true, force: true });
});

async function start(options: Partial<LocalCloudOptions>): Promise<LocalCloud> {
  const functions = cachedSharedFunctions();
  const cloud = await startLocalCloud({ port: 0, functions, site: join(directory, "site"), ...options });
  started.push(cloud);
  return cloud;
}

const ask = async (cloud: LocalCloud, path: string): Promise<unknown> =>
  (await fetch(`${cloud.url}/__local/${path}`)).json();

test("the data is still there when the portal starts again on the same folder", async () => {
  const dataDirectory = join(directory, "data");
  const first = await start({ dataDirectory });
  const [customers, messages] = [await ask(first, "customers"), await ask(first, "messages")];
  expect(customers).toMatchObject([{ loginId: "demo-user", plan: "trial" }]);
  await first.close();

  const second = await start({ dataDirectory });
  expect(await ask(second, "customers")).toEqual(customers);
  expect(await ask(second, "messages")).toEqual(messages);
  const answer = await fetch(`${second.url}/api/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode: "send", phone_number: "090-5555-0001" }),
  });
  expect(answer.status).toBe(200);
});

const stripeService = z.object({
  stripe: z.object({ endpoint: z.string(), secretKey: z.string() }),
});

test("demo-standard has invoices of three months, the last one open; a port is taken", async () => {
  const shared = (database: string) => ({ url: inject("dynamoDbUrl"), database });
  const cloud = await start({ withSubscriber: true, dynamoDb: shared("cloud") });
  const { endpoint, secretKey } = stripeService.parse(await ask(cloud, "services")).stripe;
  const { data } = await stripeAt(secretKey, endpoint).invoices.list();
  expect(data.map(({ status, amount_due }) => `${status} ${amount_due}`)).toEqual([
    "open 11000",
    "paid 11000",
    "paid 11000",
  ]);
  expect(new Set(data.map(({ created }) => new Date(created * 1000).getUTCMonth())).size).toBe(3);
  expect(await ask(cloud, "customers")).toEqual(
    expect.arrayContaining([expect.objectContaining({ loginId: "demo-standard", plan: "standard" })]),
  );
  const port = Number(new URL(cloud.url).port);
  await expect(start({ port, dynamoDb: shared("takenPort") })).rejects.toMatchObject({ code: "EADDRINUSE" });
});
