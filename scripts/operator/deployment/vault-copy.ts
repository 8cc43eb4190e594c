/** The newest copy of the table in the vault that the data stack names, and its restore by AWS Backup. */
import {
  type BackupClient,
  DescribeRestoreJobCommand,
  paginateListRecoveryPointsByBackupVault,
  StartRestoreJobCommand,
} from "@aws-sdk/client-backup";
import { checkExceptions, createWaiter, WaiterState } from "@smithy/core/client";
import { CommandRefused } from "../command.ts";
import type { Stack } from "./deployed.ts";

export interface VaultCopy {
  /** ISO 8601. */
  createdAt: string;
  /** Resolves when the job has completed. Throws `CommandRefused` with AWS Backup's message if it failed. */
  restoreAs(table: string, seconds: { most: number; poll: number }): Promise<void>;
}

/** Throws `CommandRefused` if there is none. */
export async function newestCopy(client: BackupClient, { output }: Stack, table: string): Promise<VaultCopy> {
  const BackupVaultName = output("BackupVaultName");
  const copies: { arn: string; createdAt: string }[] = [];
  const pages = paginateListRecoveryPointsByBackupVault({ client }, { BackupVaultName });
  for await (const { RecoveryPoints = [] } of pages)
    for (const { RecoveryPointArn: arn, ResourceArn, Status, CreationDate } of RecoveryPoints)
      if (arn && CreationDate && Status === "COMPLETED" && ResourceArn?.endsWith(`:table/${table}`))
        copies.push({ arn, createdAt: CreationDate.toISOString() });
  const newest = copies.sort((a, b) => a.createdAt.localeCompare(b.createdAt)).at(-1);
  if (!newest)
    throw new CommandRefused(
      `The vault ${BackupVaultName} has no copy of ${table}: docs/operate.md#backup-missing.`,
    );
  return {
    createdAt: newest.createdAt,
    async restoreAs(targetTableName, { most, poll }) {
      const { RestoreJobId } = await client.send(
        new StartRestoreJobCommand({
          RecoveryPointArn: newest.arn,
          IamRoleArn: output("RestoreRoleArn"),
          ResourceType: "DynamoDB",
          // AWS's own key for DynamoDB, as the portal's table has it.
          Metadata: { targetTableName, encryptionType: "KMS" },
        }),
      );
      const waiting = { client, maxWaitTime: most, minDelay: poll, maxDelay: poll };
      checkExceptions(await createWaiter(waiting, new DescribeRestoreJobCommand({ RestoreJobId }), checkJob));
    },
  };
}

async function checkJob(client: BackupClient, describe: DescribeRestoreJobCommand) {
  const { Status, StatusMessage } = await client.send(describe);
  if (Status === "FAILED" || Status === "ABORTED")
    throw new CommandRefused(`AWS Backup did not restore the copy: ${StatusMessage ?? Status}`);
  return { state: Status === "COMPLETED" ? WaiterState.SUCCESS : WaiterState.RETRY };
}
