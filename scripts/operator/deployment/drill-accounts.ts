/** Reads the latest export of the user pool's accounts from its bucket, as a restore would. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { CommandRefused } from "../command.ts";

const manifestSchema = z.object({ day: z.string(), parts: z.int(), accounts: z.int() });
/** The data that restoring an account requires. */
const accountSchema = z.object({
  loginId: z.string().check(z.minLength(1)),
  attributes: z.object({ sub: z.string(), email: z.string() }),
});

export interface ExportedAccounts {
  day: string;
  /** As the manifest says, and those that can be read. */
  accounts: number;
  readable: number;
}

/** Throws `CommandRefused` if there is none. */
export async function readLatestExport(s3: S3Client, Bucket: string): Promise<ExportedAccounts> {
  const key = await latestManifest(s3, Bucket);
  const read = async (Key: string) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const { day, parts, accounts } = manifestSchema.parse(JSON.parse((await read(key)).toString()));
  let readable = 0;
  for (let part = 1; part <= parts; part += 1) {
    const name = `${String(part).padStart(5, "0")}.jsonl.gz`;
    const text = await decompress(await read(key.replace("manifest.json", name)));
    for (const line of text.toString().split("\n").filter(Boolean))
      if (accountSchema.safeParse(JSON.parse(line)).success) readable += 1;
  }
  return { day, accounts, readable };
}

const decompress = promisify<Buffer, Buffer>(gunzip);

async function latestManifest(s3: S3Client, Bucket: string): Promise<string> {
  let latest: string | undefined;
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: "users/" }))
    for (const { Key = "" } of Contents) if (Key.endsWith("/manifest.json")) latest = Key;
  if (latest === undefined)
    throw new CommandRefused("No export of the accounts is complete: look at the log of export-users.");
  return latest;
}
