import { gzipSync } from "node:zlib";
import { beforeEach, expect, test, vi } from "vitest";
import { drill } from "#scripts/operator/deployment/drill.ts";
import { describedStack } from "#test/scripts/support/local-services.ts";
import { type Answers, Refusal, serveAnswers } from "./support.ts";

let answers: Answers;
let printed: string[];
let asked: number;
let restoredRows: number;

const target = (name: string) => `DynamoDB_20120810.${name}`;
const restored = /^Portal-table-drill(-copy)?-\d{14}$/;
const outputs = { TableName: "Portal-table", UserExportBucket: "exports" };
const listOf = (...keys: string[]) =>
  `<ListBucketResult>${keys.map((key) => `<Contents><Key>users/${key}</Key></Contents>`).join("")}</ListBucketResult>`;
const latest = "2026-11-22";
const account = (loginId: string) =>
  `${JSON.stringify({ loginId, attributes: { sub: `sub-${loginId}`, email: "a@example.com" } })}\n`;

const service = await serveAnswers(() => answers);
beforeEach(() => {
  asked = 0;
  restoredRows = 41;
  printed = [];
  answers = {
    "POST /": describedStack(outputs),
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
      `${latest}/00001.jsonl.gz`,
      `${latest}/manifest.json`,
    ),
    [`GET /exports/users/${latest}/manifest.json`]: { day: latest, parts: 2, accounts: 3 },
    [`GET /exports/users/${latest}/00001.jsonl.gz`]: gzipSync(account("taro") + account("jiro")),
    [`GET /exports/users/${latest}/00002.jsonl.gz`]: gzipSync(account("saburo")),
  };
  vi.stubEnv("AWS_MAX_ATTEMPTS", "1");
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(line));
});

const run = (...more: string[]) => drill(["-c", "env=dev", ...more], 0.01);

const roleArn = "arn:aws:iam::123456789012:role/restore";
const point = (day: number, table = "Portal-table", Status = "COMPLETED") => ({
  RecoveryPointArn: `arn:aws:backup:ap-northeast-1:123456789012:recovery-point:${day}`,
  ResourceArn: `arn:aws:dynamodb:ap-northeast-1:123456789012:table/${table}`,
  Status,
  CreationDate: Date.UTC(2026, 10, day, 18) / 1000,
});
/** stg has a vault with these copies. The job runs when it is asked about first. */
function drillVault(points: object[], end: object = { Status: "COMPLETED" }): Promise<void> {
  let jobs = 0;
  const vault = { BackupVaultName: "copies", RestoreRoleArn: roleArn };
  answers["POST /"] = describedStack({ ...outputs, ...vault });
  answers["GET /backup-vaults/copies/recovery-points"] = { RecoveryPoints: points };
  answers["PUT /restore-jobs"] = { RestoreJobId: "job-1" };
  answers["GET /restore-jobs/job-1"] = () => {
    jobs += 1;
    return jobs === 1 ? { Status: "RUNNING" } : end;
  };
  return run("-c", "env=stg", "--json");
}
const callsOf = (name: string) =>
  service.received.filter(({ call }) => call === target(name)).map(({ body }) => body);

test("the table is restored, counted and deleted, and the latest export is read", async () => {
  await run();
  const TargetTableName = expect.stringMatching(restored);
  expect(callsOf("RestoreTableToPointInTime")).toEqual([
    { SourceTableName: "Portal-table", TargetTableName, UseLatestRestorableTime: true },
  ]);
  expect(asked).toBe(3);
  expect(callsOf("DeleteTable")).toEqual([{ TableName: expect.stringMatching(restored) }]);
  expect(printed).toContain("Rows: 42 in Portal-table, 41 restored.");
  expect(printed).toContain("Accounts: 3 in the export of 2026-11-22, 3 can be restored.");
});

test("with --json only the report is printed, also of a drill that fails", async () => {
  restoredRows = 0;
  await expect(run("--json")).rejects.toThrow("No row was restored from Portal-table.");
  expect(JSON.parse(printed.join("\n"))).toEqual({
    steps: ["Restore", "Count", "Delete"].map((step) => ({
      step: expect.stringContaining(step),
      seconds: expect.any(Number),
    })),
    rows: { there: 42, restored: 0 },
  });
});

test("an empty restored table fails the drill, and is deleted all the same", async () => {
  restoredRows = 0;
  await expect(run()).rejects.toThrow("No row was restored from Portal-table.");
  expect(callsOf("DeleteTable")).toHaveLength(1);
});

test("accounts that are missing in the export, or cannot be read, fail the drill", async () => {
  const unreadable = gzipSync('{"loginId":"saburo","attributes":{}}\n');
  answers[`GET /exports/users/${latest}/00002.jsonl.gz`] = unreadable;
  await expect(run()).rejects.toThrow("Accounts are missing in the export");
  expect(printed.at(-1)).toBe("Accounts: 3 in the export of 2026-11-22, 2 can be restored.");
});

test("without an export, or without its bucket, the drill says so", async () => {
  answers["GET /exports/"] = listOf("2026-11-22/00001.jsonl.gz");
  await expect(run()).rejects.toThrow("No export of the accounts is complete");
  answers["POST /"] = describedStack({ TableName: "Portal-table" });
  await expect(run()).rejects.toThrow("Portal-dev-Data has no output UserExportBucket: deploy it first.");
});

test("AWS's refusal is a sentence, and the portal's table is never deleted", async () => {
  const __type = "PointInTimeRecoveryUnavailableException";
  answers[target("RestoreTableToPointInTime")] = new Refusal({ __type });
  await expect(run()).rejects.toThrow(`AWS: The request is refused with 404 (${__type})`);
  expect(callsOf("DeleteTable")).toEqual([]);
});

test("a vault's newest complete copy of the table is restored, counted and deleted too", async () => {
  await drillVault([point(21), point(22), point(23, "Portal-table", "PARTIAL"), point(24, "Other")]);
  const started = service.received.filter(({ call }) => call === "PUT /restore-jobs");
  expect(started.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      RecoveryPointArn: point(22).RecoveryPointArn,
      IamRoleArn: roleArn,
      ResourceType: "DynamoDB",
      Metadata: {
        targetTableName: expect.stringMatching(/^Portal-table-drill-copy-\d{14}$/),
        encryptionType: "KMS",
      },
    }),
  ]);
  expect(callsOf("RestoreTableToPointInTime")).toHaveLength(1);
  expect(callsOf("DeleteTable")).toHaveLength(2);
  for (const { TableName } of callsOf("DeleteTable")) expect(TableName).toMatch(restored);
  expect(JSON.parse(printed.join("\n"))).toMatchObject({
    rows: { there: 42, restored: 41 },
    copy: { createdAt: "2026-11-22T18:00:00.000Z", there: 42, restored: 41 },
  });
});

test("a vault without a copy, and a job that fails, fail the drill", async () => {
  await expect(drillVault([point(24, "Other")])).rejects.toThrow(
    "The vault copies has no copy of Portal-table",
  );
  const end = { Status: "FAILED", StatusMessage: "Access denied" };
  await expect(drillVault([point(22)], end)).rejects.toThrow(
    "AWS Backup did not restore the copy: Access denied",
  );
  expect(callsOf("DeleteTable")).toHaveLength(2);
});
