/**
 * Exports the user pool's accounts as compressed JSON lines: `users/<day>/00001.jsonl.gz` and so on, and
 * `manifest.json` once all are written. Cognito exports no passwords, no keys of authenticator apps and no
 * passkeys. docs/runbooks/restore.md uses the export.
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { InvalidParameterException } from "@aws-sdk/client-cognito-identity-provider";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { s3 } from "#functions/platform/aws-clients.ts";
import { type Account, listAccounts } from "#functions/platform/user-pool.ts";
import { environment } from "#functions/runtime/environment.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import type { Pass } from "../passes/pass.ts";
import { recordAbandoned } from "./abandoned-accounts.ts";

/** 6,000 accounts: about 5 MB, compressed 0.5 MB. */
export const pagesOfPart = 100;

type Day = Pick<Pass, "period" | "startedAt">;

interface Exported {
  /** Written objects, and the accounts in them. */
  parts: number;
  accounts: number;
}

interface ExportedPart extends Exported {
  /** Cognito's token of the next page; undefined once all are exported. */
  next: string | undefined;
}

/** Writes the next pages of accounts as one object, and marks abandoned accounts. */
async function exportPart(
  token: string | undefined,
  before: Exported,
  day: Day,
  pages: number,
): Promise<ExportedPart> {
  const { accounts, next } = await readPages(token, pages);
  const done = { parts: before.parts + 1, accounts: before.accounts + accounts.length };
  const lines = accounts.map((each) => `${JSON.stringify(each)}\n`).join("");
  await putObject(day, `${String(done.parts).padStart(5, "0")}.jsonl.gz`, await compress(lines));
  if (next === undefined) await complete(done, day);
  return { ...done, next };
}

/**
 * Like `exportPart`, but begins the export again if Cognito no longer accepts the token, whose lifetime is
 * not documented.
 */
export async function exportPartOrRestart(
  token: string | undefined,
  before: Exported,
  day: Day,
  pages: number,
): Promise<ExportedPart> {
  try {
    return await exportPart(token, before, day, pages);
  } catch (error) {
    if (token === undefined || !(error instanceof InvalidParameterException)) throw error;
    log("warn", "export of accounts begins again", { ...before });
    return exportPart(undefined, { parts: 0, accounts: 0 }, day, pages);
  }
}

/** Returns the accounts of up to `pages` pages, and the token of the next page. */
async function readPages(
  token: string | undefined,
  pages: number,
): Promise<{ accounts: Account[]; next: string | undefined }> {
  const accounts: Account[] = [];
  let next = token;
  for (let page = 0; page < pages; page += 1) {
    const read = await listAccounts(next);
    await recordAbandoned(read.accounts);
    accounts.push(...read.accounts);
    next = read.next;
    if (next === undefined) break;
  }
  return { accounts, next };
}

const compress = promisify<string, Buffer>(gzip);

/** Writes the manifest, which counts the parts of this export: an earlier attempt may have left more. */
async function complete(exported: Exported, day: Day): Promise<void> {
  const { period, startedAt } = day;
  const endedAt = new Date().toISOString();
  const manifest = { day: period, userPoolId: environment("USER_POOL_ID"), startedAt, endedAt, ...exported };
  await putObject(day, "manifest.json", JSON.stringify(manifest));
  countMetric("UserExports");
}

const putObject = ({ period }: Day, name: string, Body: Buffer | string) =>
  s3().send(
    new PutObjectCommand({ Bucket: environment("USER_EXPORT_BUCKET"), Key: `users/${period}/${name}`, Body }),
  );
