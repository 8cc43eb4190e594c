/** Gives customers an earlier version again: its bytes are looked at first, then one transaction changes what is current. */
import { createHash } from "node:crypto";
import { GetObjectCommand, S3ServiceException } from "@aws-sdk/client-s3";
import { lt } from "semver";
import type { Release } from "../../../functions/releases/release-table.ts";
import type { FileType } from "../../../shared/endpoints.ts";
import { CommandRefused } from "../command.ts";
import { makeCurrent } from "./make-current.ts";
import { listVersions, type ReleaseStore, readCurrent, readVersion } from "./release-table.ts";

export interface RollBack extends ReleaseStore {
  fileType: FileType;
  /** Any version that was published, a newer one too (which undoes a rollback); the next older one when left out. */
  version?: string | undefined;
  /** Why. */
  reason?: string | undefined;
  operator: string;
}

/** What customers get now, and what they got before. Throws `CommandRefused`, and then nothing has changed. */
export async function rollBack(request: RollBack): Promise<{ release: Release; from: string }> {
  const { fileType, operator, reason } = request;
  const current = await readCurrent(request, fileType);
  if (!current) throw new CommandRefused(`No ${fileType} has been published yet.`);
  const release = await chosen(request, current.version);
  await checkContent(request, release);
  await makeCurrent(request, fileType, release, {
    action: "rolled-back",
    operator,
    from: current.version,
    reason,
  });
  return { release, from: current.version };
}

async function chosen(request: RollBack, current: string): Promise<Release> {
  const { fileType, version } = request;
  if (version === current) throw new CommandRefused(`${fileType} ${current} is what customers get already.`);
  if (version === undefined) {
    const older = (await listVersions(request, fileType)).find((each) => lt(each.version, current));
    if (!older) throw new CommandRefused(`There is no ${fileType} older than ${current}.`);
    return older;
  }
  const named = await readVersion(request, fileType, version);
  if (!named) throw new CommandRefused(`${fileType} ${version} was never published.`);
  return named;
}

/** The very object that was published is there, byte by byte. */
async function checkContent({ s3, bucket, fileType }: RollBack, release: Release): Promise<void> {
  const { key, s3VersionId, sha256, version } = release;
  const damaged = (cause?: unknown) =>
    new CommandRefused(
      `The file of ${fileType} ${version} is not what was published (s3://${bucket}/${key}).`,
      {
        cause,
      },
    );
  const object = { Bucket: bucket, Key: key, VersionId: s3VersionId };
  const { Body } = await s3.send(new GetObjectCommand(object)).catch((error: unknown) => {
    const isMissing = error instanceof S3ServiceException && error.$response?.statusCode === 404;
    throw isMissing ? damaged(error) : error;
  });
  const content = await Body?.transformToByteArray();
  if (!content || createHash("sha256").update(content).digest("hex") !== sha256) throw damaged();
}
