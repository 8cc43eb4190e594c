/** The output of the commands. */
import { type Release, readRelease } from "#functions/releases/release-table.ts";
import type { FileType } from "#shared/endpoints.ts";
import { inTokyo } from "../show.ts";
import { listChanges, listVersions, type ReleaseChange } from "./release-table.ts";

const shownChanges = 10;

interface Releases {
  fileType: FileType;
  /** Undefined before the first release. */
  current: string | undefined;
  /** Newest first. */
  versions: readonly Release[];
  changes: readonly ReleaseChange[];
}

export async function readReleases(fileType: FileType): Promise<Releases> {
  const [current, versions, changes] = await Promise.all([
    readRelease(fileType),
    listVersions(fileType),
    listChanges(fileType),
  ]);
  return { fileType, current: current?.version, versions, changes: changes.slice(0, shownChanges) };
}

/** Every version, newest first, the current one marked `*` and one that is withdrawn `-`, and the latest changes with who made them. */
export function describeReleases({ fileType, current, versions, changes }: Releases): string {
  if (current === undefined) return `${fileType}: nothing published yet`;
  const width = Math.max(...versions.map(({ version }) => version.length));
  return [
    `${fileType}: customers get ${current}`,
    ...versions.map(({ version, publishedAt, size, sha256, notes, withdrawnAt }) =>
      [
        version === current ? "*" : withdrawnAt === undefined ? " " : "-",
        version.padEnd(width),
        inTokyo(publishedAt),
        `${size} bytes`.padStart(16),
        `sha256 ${sha256.slice(0, 8)}`,
        firstLine(notes),
      ]
        .join("  ")
        .trimEnd(),
    ),
    ...(changes.length > 0 ? ["  changes:"] : []),
    ...changes.map((change) => `    ${describe(change)}`),
  ].join("\n");
}

const firstLine = (notes = ""): string => notes.split("\n")[0] ?? "";

function describe({ at, action, version, from, operator, reason }: ReleaseChange): string {
  const what = from === undefined ? version : `${from} -> ${version}`;
  return `${inTokyo(at)}  ${action}  ${what}  by ${operator}${reason === undefined ? "" : `  (${reason})`}`;
}
