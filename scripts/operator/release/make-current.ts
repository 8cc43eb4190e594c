import { randomUUID } from "node:crypto";
import { lt } from "semver";
import type { Write } from "#functions/platform/table.ts";
import {
  currentReleaseKey,
  type Release,
  releaseKey,
  releasePartition,
} from "#functions/releases/release-table.ts";
import type { FileType } from "#shared/endpoints.ts";
import { writeTogether } from "../table.ts";
import type { ReleaseChange, ReleaseStore } from "./release-table.ts";

interface CurrentReleaseChange extends Pick<ReleaseChange, "action" | "operator"> {
  /** The current version when this was decided. */
  from: string | undefined;
  reason?: string | undefined;
}

const ifNew = { condition: "attribute_not_exists(pk)" };

/**
 * Sets the current version and writes the audit row in one transaction; when publishing, the version's own row too. An older
 * version that becomes current withdraws the newer one. Throws `CommandRefused` if another change came first.
 */
export async function makeCurrent(
  store: ReleaseStore,
  fileType: FileType,
  { withdrawnAt: _, ...release }: Release,
  { action, operator, from, reason }: CurrentReleaseChange,
): Promise<void> {
  const at = new Date().toISOString();
  const { version } = release;
  const change: ReleaseChange = { at, action, version, from, operator, reason };
  const ifUnchanged = { condition: "version = :from", values: { ":from": from } };
  const isPublished = action === "published";
  await writeTogether(
    store,
    [
      {
        put: { ...currentReleaseKey(fileType), ...release },
        ...(from === undefined ? ifNew : ifUnchanged),
      },
      { put: { pk: releasePartition(fileType), sk: `AUDIT#${at}#${randomUUID()}`, ...change } },
      ...(isPublished ? [{ put: { ...releaseKey(fileType, version), ...release }, ...ifNew }] : []),
      ...(isPublished || from === undefined ? [] : withdraw(fileType, { version, from, at })),
    ],
    `Somebody else published or rolled back ${fileType} in the meantime; see: npm run release -- list ${fileType}`,
  );
}

interface Replacement {
  version: string;
  from: string;
  at: string;
}

/** The version that is current is not withdrawn, and neither is an older one that it replaces. */
const withdraw = (fileType: FileType, { version, from, at }: Replacement): Write[] => [
  { update: releaseKey(fileType, version), expression: "REMOVE withdrawnAt" },
  ...(lt(version, from)
    ? [
        {
          update: releaseKey(fileType, from),
          expression: "SET withdrawnAt = :at",
          values: { ":at": at },
        },
      ]
    : []),
];
