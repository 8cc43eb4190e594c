import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { drill } from "#scripts/operator/deployment/drill.ts";
import { type Answers, Refusal, serveAnswers } from "./support.ts";

let answers: Answers;
let service: Awaited<ReturnType<typeof serveAnswers>>;
let printed: string[];
let asked: number;
let restoredRows: number;

const target = (name: string) => `DynamoDB_20120810.${name}`;
const restored = /^Portal-table-drill-\d{14}$/;
const output = (name: string, value: string) =>
  `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`;
const stackWith = (...outputs: string[]) =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><Outputs>${outputs.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
const stack = stackWith(output("TableName", "Portal-table"), output("UserExportBucket", "exports"));
const listOf = (...keys: string[]) =>
  `<ListBucketResult>${keys.map((key) => `<Contents><Key>users/${key}</Key></Contents>`).join("")}</ListBucketResult>`;
const account = (loginId: string) =>
  `${JSON.stringify({ loginId, attributes: { sub: `sub-${loginId}`, email: "a@example.com" } })}\n`;

beforeAll(async () => {
  service = await serveAnswers(() => answers);
});
afterAll(() => service.close());
beforeEach(() => {
  asked = 0;
  restoredRows = 41;
  printed = [];
  service.received.length = 0;
  answers = {
    "POST /": stack,
    [target("RestoreTableToPointInTime")]: {},
    // Not there at first, then being made.
    [target("DescribeTable")]: () => {
      asked += 1;
      return { Table: { TableStatus: asked < 3 ? "CREATING" : "ACTIVE" } };
    },
    [target("Scan")]: ({ TableName }: Record<string, unknown>) => ({
      Count: restored.test(String(TableName)) ? restoredRows : 42,
    }),
    [target("DeleteTable")]: {},
    "GET /exports/": listOf(
      "2026-11-21/manifest.json",
      "2026-11-22/00001.jsonl.gz",
      "2026-11-22/manifest.json",
    ),
    "GET /exports/users/2026-11-22/manifest.json": { day: "2026-11-22", parts: 2, accounts: 3 },
    "GET /exports/users/2026-11-22/00001.jsonl.gz": gzipSync(account("taro") + account("jiro")),
    "GET /exports/users/2026-11-22/00002.jsonl.gz": gzipSync(account("saburo")),
  };
  vi.stubEnv("AWS_ENDPOINT_URL", service.origin);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  vi.stubEnv("AWS_MAX_ATTEMPTS", "1");
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(line));
});

const run = () => drill(["-c", "env=dev"], 0.01);
const callsOf = (name: string) =>
  service.received.filter(({ call }) => call === target(name)).map(({ body }) => body);

test("the table is restored under another name, counted and deleted, and the accounts of the latest export are read", async () => {
  await run();
  expect(callsOf("RestoreTableToPointInTime")).toEqual([
    {
      SourceTableName: "Portal-table",
      TargetTableName: expect.stringMatching(restored),
      UseLatestRestorableTime: true,
    },
  ]);
  expect(asked).toBe(3);
  expect(callsOf("DeleteTable")).toEqual([{ TableName: expect.stringMatching(restored) }]);
  expect(printed).toEqual(
    expect.arrayContaining([
      "Rows: 42 in Portal-table, 41 restored.",
      "Accounts: 3 in the export of 2026-11-22, 3 can be restored.",
    ]),
  );
});

test("an empty restored table fails the drill, and is deleted all the same", async () => {
  restoredRows = 0;
  await expect(run()).rejects.toThrow("No row was restored");
  expect(callsOf("DeleteTable")).toHaveLength(1);
});

test("accounts that are missing in the export, or cannot be read, fail the drill", async () => {
  answers["GET /exports/users/2026-11-22/00002.jsonl.gz"] = gzipSync(
    '{"loginId":"saburo","attributes":{}}\n',
  );
  await expect(run()).rejects.toThrow("Accounts are missing in the export");
  expect(printed.at(-1)).toBe("Accounts: 3 in the export of 2026-11-22, 2 can be restored.");
});

test("without an export, or without its bucket, the drill says so", async () => {
  answers["GET /exports/"] = listOf("2026-11-22/00001.jsonl.gz");
  await expect(run()).rejects.toThrow("No export of the accounts is complete");
  answers["POST /"] = stackWith(output("TableName", "Portal-table"));
  await expect(run()).rejects.toThrow("Portal-dev-Data has no output UserExportBucket: deploy it first.");
});

test("AWS's refusal is a sentence, and the portal's table is never deleted", async () => {
  answers[target("RestoreTableToPointInTime")] = new Refusal({
    __type: "PointInTimeRecoveryUnavailableException",
  });
  await expect(run()).rejects.toThrow(
    /^AWS: The request is refused with 404 \(PointInTimeRecoveryUnavailableException\)/,
  );
  expect(callsOf("DeleteTable")).toEqual([]);
});
