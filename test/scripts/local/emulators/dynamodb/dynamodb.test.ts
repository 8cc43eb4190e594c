import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import {
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createDynamoDbProxy } from "#scripts/local/emulators/dynamodb/proxy.ts";
import { startDynamoDbLocal } from "#scripts/local/emulators/dynamodb/runner.ts";
import type { RunningServer } from "#scripts/local/http.ts";
import { ensureTable } from "#scripts/local/seed/table.ts";
import { credentials, principalsWith } from "#test/scripts/local/support/principals.ts";
import { serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

const TableName = "portal";
let served: RunningServer;
const client = (signer = credentials.admin) =>
  new DynamoDBClient({
    endpoint: served.url,
    region: "ap-northeast-1",
    credentials: signer,
    maxAttempts: 1,
  });

beforeAll(async () => {
  served = await serveEmulator(
    createDynamoDbProxy({
      database: randomUUID().replaceAll("-", ""),
      clock: Date.now,
      findPrincipal: principalsWith(["dynamodb:PutItem", "dynamodb:GetItem"]),
      target: inject("dynamoDbUrl"),
      region: "ap-northeast-1",
      accountId: "123456789012",
    }),
  );
  await ensureTable(client(), TableName);
});
afterAll(() => served.close());

/** Source: service authorization reference, DynamoDB; DynamoDB developer guide, "Transactions: IAM". */
describe("a role's actions", () => {
  const key = (sk: string) => ({ pk: { S: "customer" }, sk: { S: sk } });
  const put = { Put: { TableName, Item: key("b") } };
  const check = { ConditionCheck: { TableName, Key: key("b"), ConditionExpression: "attribute_exists(pk)" } };

  it("are enough for what they allow, also in a transaction", async () => {
    const limited = client(credentials.limited);
    await limited.send(new PutItemCommand({ TableName, Item: key("a") }));
    await limited.send(new TransactWriteItemsCommand({ TransactItems: [put] }));
    const get = { Get: { TableName, Key: key("a") } };
    await limited.send(new TransactGetItemsCommand({ TransactItems: [get] }));
  });

  it.each([
    ["ConditionCheckItem", "*", new TransactWriteItemsCommand({ TransactItems: [put, check] })],
    [
      "Query",
      TableName,
      new QueryCommand({
        TableName,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": { S: "customer" } },
      }),
    ],
  ])("are missing for dynamodb:%s", async (action, table, command) => {
    await expect(client(credentials.limited).send(command as QueryCommand)).rejects.toMatchObject({
      name: "AccessDeniedException",
      $metadata: { httpStatusCode: 400 },
      message: `User: arn:aws:sts::000000000000:assumed-role/limited/limited is not authorized to perform: dynamodb:${action} on resource: arn:aws:dynamodb:ap-northeast-1:123456789012:table/${table} because no identity-based policy allows the dynamodb:${action} action`,
    });
  });
});

describe("DynamoDB Local's runner", () => {
  it("does not take another server's answer for its own", async () => {
    const { port } = new URL(served.url);
    await expect(startDynamoDbLocal({ port: Number(port) })).rejects.toThrow("did not start");
  });

  it("does not outlive a process that is killed", async () => {
    const runner = join(import.meta.dirname, "../../../../../scripts/local/emulators/dynamodb/runner.ts");
    const script = `const { startDynamoDbLocal } = await import(${JSON.stringify(runner)});
      console.log((await startDynamoDbLocal()).url);
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [url] = await once(parent.stdout.setEncoding("utf8"), "data");
    expect((await fetch(String(url).trim())).status).toBe(400);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    const isUp = () => fetch(String(url).trim()).then(Boolean, () => false);
    await expect.poll(isUp).toBe(false);
  });
});
