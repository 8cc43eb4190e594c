import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BatchGetItemCommand,
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDynamoDbProxy } from "#scripts/local/emulators/dynamodb/proxy.ts";
import { type DynamoDbLocal, startDynamoDbLocal } from "#scripts/local/emulators/dynamodb/runner.ts";
import type { Emulator } from "#scripts/local/emulators/emulator.ts";
import { credentials, principalsWith } from "#test/scripts/local/support/principals.ts";
import { type ServedEmulator, serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

const TableName = "portal";
let database: DynamoDbLocal;
let proxy: Emulator;
let served: ServedEmulator;

function client(signer = credentials.admin, endpoint = served.url): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region: "ap-northeast-1", credentials: signer, maxAttempts: 1 });
}

const createTable = new CreateTableCommand({
  TableName,
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "S" },
  ],
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
});
const key = (sk: string) => ({ pk: { S: "customer" }, sk: { S: sk } });
const onlyIfNew = "attribute_not_exists(pk)";

beforeAll(async () => {
  database = await startDynamoDbLocal();
  proxy = createDynamoDbProxy({
    database: "local",
    clock: Date.now,
    findPrincipal: principalsWith(["dynamodb:PutItem", "dynamodb:GetItem"]),
    target: database.url,
    region: "ap-northeast-1",
    accountId: "123456789012",
  });
  served = await serveEmulator(proxy);
  await client().send(createTable);
}, 60_000);
afterAll(async () => {
  await served.close();
  await database.close();
});

describe("DynamoDB through the proxy", () => {
  it("keeps items and conditions as DynamoDB does", async () => {
    const admin = client();
    const put = new PutItemCommand({ TableName, Item: key("profile"), ConditionExpression: onlyIfNew });
    await admin.send(put);
    await expect(admin.send(put)).rejects.toMatchObject({ name: "ConditionalCheckFailedException" });
    const { Item } = await admin.send(new GetItemCommand({ TableName, Key: key("profile") }));
    expect(Item).toEqual(key("profile"));
    await expect(
      admin.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName, Item: key("other") } },
            { Put: { TableName, Item: key("profile"), ConditionExpression: onlyIfNew } },
          ],
        }),
      ),
    ).rejects.toMatchObject({
      name: "TransactionCanceledException",
      CancellationReasons: [{ Code: "None" }, { Code: "ConditionalCheckFailed" }],
    });
  });

  it("allows a role its actions only, a transaction item by item", async () => {
    const limited = client(credentials.limited);
    await limited.send(new PutItemCommand({ TableName, Item: key("a") }));
    const put = { Put: { TableName, Item: key("b") } };
    const check = {
      ConditionCheck: { TableName, Key: key("a"), ConditionExpression: "attribute_exists(pk)" },
    };
    await limited.send(new TransactWriteItemsCommand({ TransactItems: [put] }));
    await limited.send(
      new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key: key("a") } }] }),
    );

    const denied = (action: string, table = TableName) => ({
      name: "AccessDeniedException",
      $metadata: { httpStatusCode: 400 },
      message: `User: arn:aws:sts::000000000000:assumed-role/limited/limited is not authorized to perform: dynamodb:${action} on resource: arn:aws:dynamodb:ap-northeast-1:123456789012:table/${table} because no identity-based policy allows the dynamodb:${action} action`,
    });
    await expect(
      limited.send(new TransactWriteItemsCommand({ TransactItems: [put, check] })),
    ).rejects.toMatchObject(denied("ConditionCheckItem", "*"));
    await expect(
      limited.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: "pk = :pk",
          ExpressionAttributeValues: { ":pk": { S: "customer" } },
        }),
      ),
    ).rejects.toMatchObject(denied("Query"));
    await expect(
      limited.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [key("a")] } } })),
    ).rejects.toMatchObject(denied("BatchGetItem", "*"));
  });

  it("refuses keys it does not know and signatures that are not theirs", async () => {
    const list = new ListTablesCommand({});
    const unknown = client({ accessKeyId: "AKIAUNKNOWN", secretAccessKey: "x" });
    await expect(unknown.send(list)).rejects.toMatchObject({ name: "UnrecognizedClientException" });
    const forged = client({ ...credentials.admin, secretAccessKey: "guess" });
    await expect(forged.send(list)).rejects.toMatchObject({ name: "InvalidSignatureException" });
  });

  it.each([
    [400, "ProvisionedThroughputExceededException"],
    [500, "InternalServerError"],
  ])("injects a %i that the SDK reads as %s", async (status, name) => {
    const broken = await serveEmulator({ ...proxy, handle: async () => proxy.fault(status) });
    await expect(client(credentials.admin, broken.url).send(new ListTablesCommand({}))).rejects.toMatchObject(
      {
        name,
        $metadata: { httpStatusCode: status },
      },
    );
    await broken.close();
  });
});

describe("DynamoDB Local's runner", () => {
  it("keeps tables in a directory", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "dynamodb-"));
    const direct = { accessKeyId: "local", secretAccessKey: "local" };
    const first = await startDynamoDbLocal({ dataDir });
    await client(direct, first.url).send(createTable);
    await first.close();
    const second = await startDynamoDbLocal({ dataDir });
    const { TableNames } = await client(direct, second.url).send(new ListTablesCommand({}));
    await second.close();
    expect(TableNames).toEqual([TableName]);
  }, 60_000);

  it("does not take another server's answer for its own", async () => {
    const { port } = new URL(served.url);
    await expect(startDynamoDbLocal({ port: Number(port) })).rejects.toThrow("did not start");
  }, 60_000);

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
    await expect
      .poll(
        () =>
          fetch(String(url).trim()).then(
            () => "up",
            () => "down",
          ),
        { timeout: 5000 },
      )
      .toBe("down");
  }, 60_000);
});
