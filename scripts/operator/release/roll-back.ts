/** Makes an earlier version current again: verifies its object, then changes the table in one transaction. */
import { createHash } from "node:crypto";
import { GetObjectCommand, S3ServiceException } from "@aws-sdk/client-s3";
import { gt, lt } from "semver";
import { readRelease, type StoredRelease } from "#functions/releases/release-table.ts";
import type { FileType } from "#shared/endpoints.ts";
import { CommandRefused } from "../command.ts";
import { makeCurrent } from "./make-current.ts";
import { listVersions, type ReleaseBucket } from "./release-table.ts";

export interface RollBack extends ReleaseBucket {
  fileType: FileType;
  /**
   * Any published version, also a newer one (rolling forward); the next older one that was not rolled back if missing.
   */
  version?: string | undefined;
}

export interface RolledBack {
  /** Current from now on. */
  release: StoredRelease;
  /** The previous version. */
  from: string;
  /** To a newer version. */
  isForward: boolean;
}

/** Returns the new and the previous version. Throws `CommandRefused` without a change. */
export async function rollBack(request: RollBack): Promise<RolledBack> {
  const { release, from, isForward } = await decideRollBack(request);
  await checkContent(request, release);
  const action = isForward ? "rolled-forward" : "rolled-back";
  await makeCurrent(request.fileType, release, { action, from });
  return { release, from, isForward };
}

/** Decides which version becomes current. Reads only. */
export async function decideRollBack(request: RollBack): Promise<RolledBack> {
  const current = await readRelease(request.fileType);
  if (!current) throw new CommandRefused(`No ${request.fileType} has been published yet.`);
  const release = await chosen(request, current.version);
  return { release, from: current.version, isForward: gt(release.version, current.version) };
}

async function chosen(request: RollBack, current: string): Promise<StoredRelease> {
  const { fileType, version } = request;
  if (version === current) throw new CommandRefused(`${fileType} ${current} is what customers get already.`);
  if (version === undefined) return nextOlder(fileType, current);
  const named = await readRelease(fileType, version);
  if (!named) throw new CommandRefused(`${fileType} ${version} was never published.`);
  return named;
}

/**
 * The next older version that was not rolled back. Throws `CommandRefused` after a rollback: a second run would go
 * further back.
 */
async function nextOlder(fileType: FileType, current: string): Promise<StoredRelease> {
  const versions = await listVersions(fileType);
  const before = versions.find((each) => each.withdrawnAt !== undefined && gt(each.version, current));
  if (before)
    throw new CommandRefused(
      `${fileType} ${before.version} was rolled back before: name the version that customers are to get in place of ${current}.`,
    );
  const older = versions.find((each) => each.withdrawnAt === undefined && lt(each.version, current));
  if (!older) throw new CommandRefused(`There is no ${fileType} older than ${current}.`);
  return older;
}

/** Verifies that the published object still has the same content. */
async function checkContent({ s3, bucket, fileType }: RollBack, release: StoredRelease): Promise<void> {
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
