/**
 * The accounts of the user pool as compressed JSON lines: `users/<day>/00001.jsonl.gz` and so on, and `manifest.json` once all are
 * written. Cognito gives no passwords, no keys of authenticator apps and no passkeys. docs/runbooks/restore.md reads them.
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { InvalidParameterException } from "@aws-sdk/client-cognito-identity-provider";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { s3 } from "#functions/platform/aws-clients.ts";
import { japanDay } from "#functions/platform/time.ts";
import { type Account, listAccounts } from "#functions/platform/user-pool.ts";
import { environment } from "#functions/runtime/environment.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { recordAbandoned } from "./abandoned-accounts.ts";
import { lookAtRecords } from "./look-at-records.ts";
import { claimExport, endExport, releaseExport, saveProgress, type UserExport } from "./user-export-table.ts";

/** Of one run, within Lambda's timeout; the next one goes on. */
const timeMs = 780_000;
/** 12,000 accounts: some 10 MB before, 1 MB after they are compressed. */
const pagesOfPart = 200;

export interface Exported {
  /** Written so far of the day's export; 0 when there was nothing to do. */
  parts: number;
  accounts: number;
  isComplete: boolean;
}

export async function exportAccounts(longestMs = timeMs, pages = pagesOfPart): Promise<Exported> {
  const claimed = await claimExport(japanDay());
  if (!claimed) return { parts: 0, accounts: 0, isComplete: false };
  const until = performance.now() + longestMs;
  let state = claimed;
  try {
    do {
      const { accounts, next } = await readPart(state, pages);
      state = { ...state, parts: state.parts + 1, accounts: state.accounts + accounts.length };
      state.continueWith = next;
      await putObject(
        partKey(state),
        await compress(accounts.map((each) => `${JSON.stringify(each)}\n`).join("")),
      );
      await recordAbandoned(accounts);
      if (next === undefined) return await complete(state);
      if (!(await saveProgress(state))) throw new Error("Another run took the export over.");
    } while (performance.now() < until);
    return { parts: state.parts, accounts: state.accounts, isComplete: false };
  } finally {
    await releaseExport(claimed);
  }
}

const compress = promisify<string, Buffer>(gzip);
const folderOf = ({ sk }: UserExport): string => `users/${sk}`;
const partKey = (of: UserExport): string => `${folderOf(of)}/${String(of.parts).padStart(5, "0")}.jsonl.gz`;

/** Cognito does not say how long its token lives: with one that it no longer takes the export begins again. */
async function readPart(
  state: UserExport,
  pages: number,
): Promise<{ accounts: Account[]; next: string | undefined }> {
  try {
    return await listAccounts(state.continueWith, pages);
  } catch (error) {
    if (state.continueWith === undefined || !(error instanceof InvalidParameterException)) throw error;
    log("warn", "export of accounts begins again", { parts: state.parts, accounts: state.accounts });
    Object.assign(state, { parts: 0, accounts: 0, continueWith: undefined });
    return listAccounts(undefined, pages);
  }
}

/**
 * The manifest names what belongs to the export: an earlier attempt may have left parts behind. The look at the table comes first: if
 * it fails, the next run does the last part again.
 */
async function complete(state: UserExport): Promise<Exported> {
  const { sk: day, startedAt, parts, accounts } = state;
  const counts = await lookAtRecords(accounts);
  const endedAt = new Date().toISOString();
  const manifest = { day, userPoolId: environment("USER_POOL_ID"), startedAt, endedAt, parts, accounts };
  await putObject(`${folderOf(state)}/manifest.json`, JSON.stringify(manifest));
  await endExport(state, { endedAt, ...counts });
  countMetric("UserExports");
  return { parts, accounts, isComplete: true };
}

const putObject = (Key: string, Body: Buffer | string) =>
  s3().send(new PutObjectCommand({ Bucket: environment("USER_EXPORT_BUCKET"), Key, Body }));
