import { lt } from "semver";
import type { Write } from "#functions/platform/table.ts";
import {
  currentReleaseKey,
  releaseKey,
  releasePartition,
  type StoredRelease,
} from "#functions/releases/release-table.ts";
import type { FileType } from "#shared/endpoints.ts";
import { changeRow, currentActor } from "../audit.ts";
import { writeOrRefuse } from "../rows.ts";
import type { ReleaseChange } from "./release-table.ts";

interface CurrentReleaseChange extends Pick<ReleaseChange, "action"> {
  /** The current version when this was decided. */
  from: string | undefined;
}

const ifNew = { condition: "attribute_not_exists(pk)" };

/** Sets the current version. Throws `CommandRefused` if another change came first. */
export const makeCurrent = (
  fileType: FileType,
  release: StoredRelease,
  change: CurrentReleaseChange,
): Promise<void> =>
  writeOrRefuse(
    currentReleaseWrites(fileType, release, change),
    `Somebody else published or rolled back ${fileType} in the meantime; see: npm run release -- list ${fileType}`,
  );

/**
 * One transaction: the current version, the audit row and, when publishing, the version's own row. An older version
 * that becomes current withdraws the newer one.
 */
export function currentReleaseWrites(
  fileType: FileType,
  { withdrawnAt: _, ...release }: StoredRelease,
  { action, from }: CurrentReleaseChange,
): Write[] {
  const { operator, reason } = currentActor();
  const at = new Date().toISOString();
  const { version } = release;
  const change: ReleaseChange = { at, action, version, from, operator, reason };
  const ifUnchanged = { condition: "version = :from", values: { ":from": from } };
  const isPublished = action === "published";
  return [
    {
      put: { ...currentReleaseKey(fileType), ...release },
      ...(from === undefined ? ifNew : ifUnchanged),
    },
    changeRow(releasePartition(fileType), change),
    ...(isPublished ? [{ put: { ...releaseKey(fileType, version), ...release }, ...ifNew }] : []),
    ...(isPublished || from === undefined ? [] : withdraw(fileType, { version, from, at })),
  ];
}

interface Replacement {
  version: string;
  from: string;
  at: string;
}

/** The current version is not withdrawn. A newer one that it replaces is. */
const withdraw = (fileType: FileType, { version, from, at }: Replacement): Write[] => [
  { update: releaseKey(fileType, version), set: { withdrawnAt: null } },
  ...(lt(version, from) ? [{ update: releaseKey(fileType, from), set: { withdrawnAt: at } }] : []),
];
