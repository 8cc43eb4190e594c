import { randomUUID } from "node:crypto";
import { TransactionCanceledException, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { FileType } from "../../../shared/endpoints.ts";
import { CommandRefused } from "../command.ts";
import {
  type PublishedRelease,
  partitionOf,
  type ReleaseChange,
  type ReleaseStore,
} from "./release-table.ts";

interface CurrentReleaseChange extends Pick<ReleaseChange, "action" | "operator"> {
  /** The version that customers got when this was decided. */
  from: string | undefined;
  notes?: string | undefined;
}

/**
 * What customers get from now on, and the audit row of it, in one transaction; with `published` the version's own row too.
 * Throws `CommandRefused` when another change came first.
 */
export async function makeCurrent(
  { dynamodb, table }: ReleaseStore,
  fileType: FileType,
  release: PublishedRelease,
  { action, operator, from, notes }: CurrentReleaseChange,
): Promise<void> {
  const pk = partitionOf(fileType);
  const put = (item: { sk: string }) => ({
    TableName: table,
    Item: marshall({ pk, ...item }, { removeUndefinedValues: true }),
  });
  const isNew = { ConditionExpression: "attribute_not_exists(pk)" };
  const isUnchanged = {
    ConditionExpression: "version = :from",
    ExpressionAttributeValues: marshall({ ":from": from }, { removeUndefinedValues: true }),
  };
  const at = new Date().toISOString();
  const change: ReleaseChange = { at, action, version: release.version, from, operator, notes };
  const items = [
    { Put: { ...put({ sk: "CURRENT", ...release }), ...(from === undefined ? isNew : isUnchanged) } },
    { Put: put({ sk: `AUDIT#${at}#${randomUUID()}`, ...change }) },
    ...(action === "published"
      ? [{ Put: { ...put({ sk: `VERSION#${release.version}`, ...release }), ...isNew } }]
      : []),
  ];
  try {
    await dynamodb.send(new TransactWriteItemsCommand({ TransactItems: items }));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    throw new CommandRefused(
      `Somebody else published or rolled back ${fileType} in the meantime; see: npm run release -- list ${fileType}`,
      { cause: error },
    );
  }
}
