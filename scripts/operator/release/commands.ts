/** `npm run release -- list | publish | rollback`: the plugin, the template and the manual that customers download. */
import { readFileSync } from "node:fs";
import { S3Client } from "@aws-sdk/client-s3";
import { awsAddress } from "#functions/platform/aws-address.ts";
import { readRelease, type StoredRelease } from "#functions/releases/release-table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { type FileType, fileTypes } from "#shared/endpoints.ts";
import { type ChangingCommand, CommandRefused, type ReadingCommand } from "../command.ts";
import { inTokyo, table } from "../show.ts";
import { readNotes } from "./notes.ts";
import { checkRelease, publishRelease } from "./publish.ts";
import { listChanges, listVersions, type ReleaseBucket, type ReleaseChange } from "./release-table.ts";
import { decideRollBack, rollBack } from "./roll-back.ts";

export const anyFileType = fileTypes.join("|");

export const listReleases: ReadingCommand = {
  purpose: "Lists every version, the one that customers get, and the latest changes.",
  takes: [],
  mayTake: [anyFileType],
  async run([only]) {
    const types = only === undefined ? fileTypes : [toFileType(only)];
    const releases = await Promise.all(types.map((type) => readReleases(type)));
    return { text: releases.map(describeReleases).join("\n"), data: { releases } };
  },
};

export const publish: ChangingCommand = {
  purpose: "Publishes a version of the plugin, the template or the manual.",
  takes: [anyFileType, "file.zip", "version"],
  allows: ["notes"],
  async plan([type = "", file = "", version = ""], { options }) {
    const fileType = toFileType(type);
    const release = {
      ...downloads(),
      ...(options.notes !== undefined && { notes: readNotes(options.notes) }),
      fileType,
      version,
      content: readContent(file),
    };
    const from = await checkRelease(release);
    return {
      steps: () => [
        `Upload ${file}, ${release.content.length} bytes, to s3://${release.bucket}.`,
        `Give customers ${fileType} ${version}${from === undefined ? "" : ` in place of ${from}`}.`,
      ],
      async apply() {
        const { key, size, sha256 } = await publishRelease(release);
        const url = `s3://${release.bucket}/${key}`;
        return {
          text: `Published ${fileType} ${version}: ${size} bytes, sha256 ${sha256}\n${url}`,
          data: { fileType, version, from, size, sha256, url },
        };
      },
    };
  },
};

export const rollback: ChangingCommand = {
  purpose:
    "Makes an earlier version current again, the next older one or the one that is named, or a newer one.",
  takes: [anyFileType],
  mayTake: ["version"],
  allows: ["reason"],
  async plan([type = "", version]) {
    const fileType = toFileType(type);
    const request = { ...downloads(), fileType, version };
    const { release, from, isForward } = await decideRollBack(request);
    const direction = isForward ? "forward" : "back";
    const to = release.version;
    return {
      steps: () => [
        `Roll ${fileType} ${direction} from ${from} to ${to}.`,
        ...(isForward ? [] : [`Withdraw ${from}: nobody can download it until it is current again.`]),
      ],
      async apply() {
        await rollBack({ ...request, version: to });
        return {
          text: `Rolled ${fileType} ${direction} from ${from}: customers get ${to} from now on.`,
          data: { fileType, from, version: to, direction },
        };
      },
    };
  },
};

/** Not the functions' client, which has a timeout of seconds. */
const downloads = (): ReleaseBucket => ({
  s3: new S3Client(awsAddress("S3")),
  bucket: environment("DOWNLOAD_BUCKET"),
});

export function toFileType(text: string): FileType {
  const fileType = fileTypes.find((each) => each === text.trim());
  if (!fileType) throw new CommandRefused(`There is no file type ${text}.`);
  return fileType;
}

function readContent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new CommandRefused(`${file} cannot be read.`, { cause });
  }
}

const shownChanges = 10;

interface Releases {
  fileType: FileType;
  /** Undefined before the first release. */
  current: string | undefined;
  /** Newest first. */
  versions: readonly StoredRelease[];
  changes: readonly ReleaseChange[];
}

async function readReleases(fileType: FileType): Promise<Releases> {
  const [current, versions, changes] = await Promise.all([
    readRelease(fileType),
    listVersions(fileType),
    listChanges(fileType),
  ]);
  return { fileType, current: current?.version, versions, changes: changes.slice(0, shownChanges) };
}

/**
 * Every version, newest first, the current one marked `*` and one that is withdrawn `-`, and the latest changes with
 * who made them.
 */
function describeReleases({ fileType, current, versions, changes }: Releases): string {
  if (current === undefined) return `${fileType}: nothing published yet`;
  const rows = versions.map(({ version, publishedAt, size, sha256, notes = "", withdrawnAt }) => [
    version === current ? "*" : withdrawnAt === undefined ? " " : "-",
    version,
    inTokyo(publishedAt),
    `${size} bytes`.padStart(16),
    `sha256 ${sha256.slice(0, 8)}`,
    notes.split("\n")[0] ?? "",
  ]);
  return [
    `${fileType}: customers get ${current}`,
    table(rows),
    ...(changes.length > 0 ? ["  changes:"] : []),
    ...changes.map((change) => `    ${describe(change)}`),
  ].join("\n");
}

function describe({ at, action, version, from, operator, reason }: ReleaseChange): string {
  const what = from === undefined ? version : `${from} -> ${version}`;
  return `${inTokyo(at)}  ${action}  ${what}  by ${operator}${reason === undefined ? "" : `  (${reason})`}`;
}
