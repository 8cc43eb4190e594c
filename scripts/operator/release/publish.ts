/** Publishes one version of a download: uploads the file, then writes its rows in one transaction. */
import { createHash } from "node:crypto";
import { HeadObjectCommand, PutObjectCommand, S3ServiceException } from "@aws-sdk/client-s3";
import { unzipSync } from "fflate";
import { lt, valid } from "semver";
import { readRelease, type StoredRelease } from "#functions/releases/release-table.ts";
import { type FileType, releaseVersion } from "#shared/endpoints.ts";
import { CommandRefused } from "../command.ts";
import { makeCurrent } from "./make-current.ts";
import type { ReleaseBucket } from "./release-table.ts";

export interface NewRelease extends ReleaseBucket {
  fileType: FileType;
  /** `1.2.3`, newer than the current one. */
  version: string;
  /** A zip file. */
  content: Buffer;
  /** Markdown. */
  notes?: string;
  /** ISO 8601, when it is not now. */
  publishedAt?: string;
}

/** An interrupted run can be repeated; a published version is refused. */
export async function publishRelease(release: NewRelease): Promise<StoredRelease> {
  const from = await checkRelease(release);
  const published = await uploadRelease(release);
  await makeCurrent(release.fileType, published, { action: "published", from });
  return published;
}

/** Returns the release as the table is to have it. */
export async function uploadRelease(release: NewRelease): Promise<StoredRelease> {
  const { version, content, notes, publishedAt = new Date().toISOString() } = release;
  const sha256 = createHash("sha256").update(content).digest("hex");
  return {
    version,
    ...(await store(release, sha256)),
    size: content.length,
    sha256,
    publishedAt,
    ...(notes === undefined ? {} : { notes }),
  };
}

/** Returns the current version, undefined for the first one. Throws `CommandRefused` if this one may not follow it. */
export async function checkRelease(release: NewRelease): Promise<string | undefined> {
  const { fileType, version, content } = release;
  checkContent(fileType, content);
  if (valid(version) !== version || !releaseVersion.safeParse(version).success)
    throw new CommandRefused(`"${version}" is not a version such as 1.2.3, of at most 64 characters.`);
  const [current, taken] = await Promise.all([readRelease(fileType), readRelease(fileType, version)]);
  // Withdrawn or current: a version keeps its file for ever.
  if (taken) throw new CommandRefused(`${fileType} ${version} is published already.`);
  if (current && lt(version, current.version))
    throw new CommandRefused(`${fileType} ${version} is older than ${current.version}, which customers get.`);
  return current?.version;
}

export const objectKey = (fileType: FileType, version: string, sha256: string): string =>
  `releases/${fileType}/${version}/${sha256.slice(0, 8)}.zip`;

/** The key contains the hash: an existing object is this same file, from an interrupted run. */
async function store(
  { s3, bucket, fileType, version, content }: NewRelease,
  sha256: string,
): Promise<Pick<StoredRelease, "key" | "s3VersionId">> {
  const key = objectKey(fileType, version, sha256);
  const object = { Bucket: bucket, Key: key };
  const checksum = Buffer.from(sha256, "hex").toString("base64");
  try {
    const { VersionId } = await s3.send(
      new PutObjectCommand({
        ...object,
        Body: content,
        ContentType: "application/zip",
        ChecksumSHA256: checksum,
        IfNoneMatch: "*",
      }),
    );
    return { key, s3VersionId: versionIdOf(VersionId) };
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 412) throw error;
    const found = await s3.send(new HeadObjectCommand({ ...object, ChecksumMode: "ENABLED" }));
    if (found.ChecksumSHA256 !== checksum) throw new CommandRefused(`${key} holds another file.`);
    return { key, s3VersionId: versionIdOf(found.VersionId) };
  }
}

function versionIdOf(versionId: string | undefined): string {
  if (versionId === undefined) throw new CommandRefused("The bucket is not versioned.");
  return versionId;
}

/** The files of a signed kintone plugin. Source: kintone, packaging a plugin (`@kintone/plugin-packer`). */
const pluginParts = ["contents.zip", "PUBKEY", "SIGNATURE"];

const isPlugin = (names: readonly string[]): boolean => pluginParts.every((part) => names.includes(part));
const hasPdf = (names: readonly string[]): boolean => names.some((name) => /\.pdf$/i.test(name));

/**
 * The fault of a zip's file names, by kind; undefined without one. The contents of a kintone template are not
 * documented.
 */
const mistakes: Record<FileType, (names: readonly string[]) => string | undefined> = {
  plugin: (names) =>
    isPlugin(names) ? undefined : `This is no kintone plugin: its zip file holds ${pluginParts.join(", ")}.`,
  template: (names) => {
    if (isPlugin(names)) return "This is a kintone plugin, not the template.";
    return hasPdf(names) ? "This is a manual: a template holds no PDF." : undefined;
  },
  manual: (names) => {
    if (isPlugin(names)) return "This is a kintone plugin, not the manual.";
    return hasPdf(names) ? undefined : "This is no manual: its zip file holds a PDF.";
  },
};

/** Throws `CommandRefused` unless the content is a zip file of that kind. */
function checkContent(fileType: FileType, content: Buffer): void {
  const mistake = mistakes[fileType](namesIn(content));
  if (mistake !== undefined) throw new CommandRefused(mistake);
}

function namesIn(content: Buffer): string[] {
  const notZip = (cause?: unknown) =>
    new CommandRefused("The file is not a zip file with something in it.", { cause });
  if (content.subarray(0, 5).toString("latin1") === "%PDF-")
    throw new CommandRefused("The file is a PDF: customers get zip files, so put it into one.");
  const names: string[] = [];
  try {
    unzipSync(content, { filter: ({ name }) => names.push(name) < 0 });
  } catch (error) {
    throw notZip(error);
  }
  if (names.length === 0) throw notZip();
  return names;
}
