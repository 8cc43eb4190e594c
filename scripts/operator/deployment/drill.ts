/**
 * `npm run drill -- -c env=dev`: restores the table under another name, compares the rows and deletes it again: from
 * its latest second and, with `backups`, from the newest copy in the vault. Reads the latest export of the accounts and
 * says how long each step took. Changes nothing of the portal.
 */
import { gunzipSync } from "node:zlib";
import { BackupClient } from "@aws-sdk/client-backup";
import {
  DeleteTableCommand,
  DynamoDBClient,
  paginateScan,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { newProgram } from "#scripts/program.ts";
import { CommandRefused } from "../command.ts";
import { readEnvironment } from "../context.ts";
import { runCommand } from "../run-command.ts";
import { refuseCall } from "./check.ts";
import { readStack, type Stack } from "./deployed.ts";
import { newestCopy } from "./vault-copy.ts";

/** AWS says that a restore takes 20 minutes at least, also of an empty table: docs/runbooks/restore.md. */
const longestSeconds = 4 * 3600;

/** Throws `CommandRefused` with one sentence when rows are missing, or when AWS refuses or does not answer. */
export async function drill(args: readonly string[], pollSeconds = 15): Promise<void> {
  const program = newProgram(
    "drill",
    "Restores the table under another name, compares and deletes it, reads the exported accounts, and takes the time.",
  );
  const { environment, json = false } = readEnvironment(program, args);
  const drilling = new Drill(json ? console.error : console.log);
  try {
    await drillStack(environment, drilling, pollSeconds).catch(refuseCall);
  } finally {
    if (json) console.log(JSON.stringify(drilling.report, null, 2));
  }
}

interface Rows {
  there: number;
  restored: number;
}

interface Report {
  steps: { step: string; seconds: number }[];
  rows?: Rows;
  /** From the newest copy in the vault. */
  copy?: Rows & { createdAt: string };
  /** `readable`: those that can be restored. */
  accounts?: { day: string; accounts: number; readable: number };
}

/** Prints each step, and keeps it for `--json`. */
class Drill {
  readonly report: Report = { steps: [] };
  readonly say: (line: string) => void;
  constructor(say: (line: string) => void) {
    this.say = say;
  }
  async timed<T>(step: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    const seconds = Math.ceil((performance.now() - started) / 1000);
    this.report.steps.push({ step, seconds });
    this.say(`${step}: ${seconds} s`);
    return result;
  }
}

async function drillStack(environment: Environment, drilling: Drill, pollSeconds: number): Promise<void> {
  const stack = await readStack(environment, stackNames(environment.name).data);
  const { region, adopted, backups } = environment;
  const client = new DynamoDBClient({ region });
  const table = adopted?.table ?? stack.output("TableName");
  const restored = { client, table, pollSeconds };
  await restoreAndCompare(drilling, {
    ...restored,
    from: table,
    suffix: "drill",
    report: (rows) => Object.assign(drilling.report, { rows }),
    async restoreAs(TargetTableName) {
      const names = { SourceTableName: table, TargetTableName, UseLatestRestorableTime: true };
      await client.send(new RestoreTableToPointInTimeCommand(names));
    },
  });
  if (backups) {
    const { createdAt, restoreAs } = await newestCopy(new BackupClient({ region }), stack, table);
    await restoreAndCompare(drilling, {
      ...restored,
      from: `the copy of ${createdAt}`,
      suffix: "drill-copy",
      report: (rows) => Object.assign(drilling.report, { copy: { createdAt, ...rows } }),
      restoreAs: (name) => restoreAs(name, { most: longestSeconds, poll: pollSeconds }),
    });
  }
  // Last: a new environment has none before its first night.
  await readAccounts(environment, stack, drilling);
}

interface Restore {
  client: DynamoDBClient;
  table: string;
  pollSeconds: number;
  /** The source, for messages. */
  from: string;
  /** Of the restored table's name. */
  suffix: string;
  restoreAs(TableName: string): Promise<void>;
  /** For the report. */
  report(rows: Rows): void;
}

async function restoreAndCompare(
  drilling: Drill,
  { client, table, pollSeconds, from, suffix, restoreAs, report }: Restore,
): Promise<void> {
  const TableName = `${table.slice(0, 200)}-${suffix}-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`;
  await drilling.timed(`Restore ${from} as ${TableName}`, async () => {
    await restoreAs(TableName);
    const waiting = { client, maxWaitTime: longestSeconds, minDelay: pollSeconds, maxDelay: pollSeconds };
    await waitUntilTableExists(waiting, { TableName });
  });
  try {
    const compare = () => Promise.all([table, TableName].map((name) => countRows(client, name)));
    const [there = 0, restored = 0] = await drilling.timed("Count the rows of both", compare);
    report({ there, restored });
    drilling.say(`Rows: ${there} in ${table}, ${restored} restored.`);
    if (restored === 0 && there > 0) throw new CommandRefused(`No row was restored from ${from}.`);
  } finally {
    await drilling.timed(`Delete ${TableName}`, () => client.send(new DeleteTableCommand({ TableName })));
  }
}

async function readAccounts({ region }: Environment, { output }: Stack, drilling: Drill): Promise<void> {
  const bucket = output("UserExportBucket");
  // By path, so that one host name serves every bucket of an emulator.
  const client = new S3Client({ region, forcePathStyle: true });
  const found = await drilling.timed("Read the latest export of the accounts", () =>
    readLatestExport(client, bucket),
  );
  const { day, accounts, readable } = found;
  drilling.report.accounts = found;
  drilling.say(`Accounts: ${accounts} in the export of ${day}, ${readable} can be restored.`);
  if (readable < accounts)
    throw new CommandRefused("Accounts are missing in the export: look at its bucket.");
}

async function countRows(client: DynamoDBClient, TableName: string): Promise<number> {
  let rows = 0;
  for await (const { Count = 0 } of paginateScan({ client }, { TableName, Select: "COUNT" })) rows += Count;
  return rows;
}

const manifestSchema = z.object({ day: z.string(), parts: z.int(), accounts: z.int() });
/** The data that restoring an account requires. */
const accountSchema = z.object({
  loginId: z.string().check(z.minLength(1)),
  attributes: z.object({ sub: z.string(), email: z.string() }),
});

/**
 * Reads the latest export of the accounts, as a restore would: how many the manifest names, and how many can be read.
 * Throws `CommandRefused` if there is none.
 */
async function readLatestExport(s3: S3Client, Bucket: string) {
  const key = await latestManifest(s3, Bucket);
  const read = async (Key: string) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const { day, parts, accounts } = manifestSchema.parse(JSON.parse((await read(key)).toString()));
  let readable = 0;
  for (let part = 1; part <= parts; part += 1) {
    const name = `${String(part).padStart(5, "0")}.jsonl.gz`;
    const text = gunzipSync(await read(key.replace("manifest.json", name)));
    for (const line of text.toString().split("\n").filter(Boolean))
      if (accountSchema.safeParse(JSON.parse(line)).success) readable += 1;
  }
  return { day, accounts, readable };
}

async function latestManifest(s3: S3Client, Bucket: string): Promise<string> {
  let latest: string | undefined;
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: "users/" }))
    for (const { Key = "" } of Contents) if (Key.endsWith("/manifest.json")) latest = Key;
  if (latest === undefined)
    throw new CommandRefused("No export of the accounts is complete: look at the log of export-users.");
  return latest;
}

if (import.meta.main) await runCommand(drill);
