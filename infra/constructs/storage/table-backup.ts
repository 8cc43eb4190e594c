import { Duration, ReferenceStrength, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type IBackupVault,
  type LockConfiguration,
} from "aws-cdk-lib/aws-backup";
import { Schedule } from "aws-cdk-lib/aws-events";
import {
  AccountPrincipal,
  ManagedPolicy,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import { copyDays } from "../../environment/backups.ts";
import type { Environment } from "../../environment.ts";
import { copiesKeyDescription } from "../../settings/names.ts";
import { acknowledge } from "../acknowledge.ts";
import type { Database } from "./database.ts";

interface TableBackupProps {
  environment: Environment;
  database: Database;
}

type Backups = NonNullable<Environment["backups"]>;

const retention = Duration.days(copyDays);

/**
 * A copy of the table each night, kept for 35 days, and the same in another account's vault if there is one.
 * Point-in-time recovery restores this account's table; a copy outlives the table and the account.
 */
export class TableBackup extends Construct {
  /** For other stacks. Undefined without `backups`. */
  readonly vaultName: string | undefined;
  /** Of the vault of `copyTo`. */
  readonly otherVaultName: string | undefined;
  /** For the stack's outputs. */
  readonly outputs: Readonly<Record<string, string>> = {};

  constructor(scope: Construct, id: string, { environment, database }: TableBackupProps) {
    super(scope, id);
    const { backups, adopted } = environment;
    if (!backups) return;
    const { copyTo } = backups;
    const other = copyTo === undefined ? [] : [BackupVault.fromBackupVaultArn(this, "Other", copyTo)];
    const vault: IBackupVault =
      adopted?.backupVault === undefined
        ? this.createVault(backups)
        : BackupVault.fromBackupVaultName(this, "Adopted", adopted.backupVault);
    // An export would prevent this stack from replacing its vault.
    this.vaultName =
      adopted?.backupVault ?? Stack.consumeReference(vault.backupVaultName, ReferenceStrength.WEAK);
    this.otherVaultName = other[0]?.backupVaultName;
    const plan = new BackupPlan(this, "Plan", {
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: "nightly",
          // 3 o'clock in Japan.
          scheduleExpression: Schedule.cron({ hour: "18", minute: "0" }),
          deleteAfter: retention,
          copyActions: other.map((destinationBackupVault) => ({
            destinationBackupVault,
            deleteAfter: retention,
          })),
        }),
      ],
    });
    plan.addSelection("Table", {
      resources: [BackupResource.fromArn(database.table.tableArn)],
      role: this.role("Role", "Backup"),
      disableDefaultBackupPolicy: true,
    });
    this.outputs = {
      BackupVaultName: vault.backupVaultName,
      RestoreRoleArn: this.role("RestoreRole", "Restores").roleArn,
    };
  }

  private createVault({ copyTo, lock }: Backups): BackupVault {
    // CloudFormation cannot change a vault's key: with `copyTo` it is another vault, and the first one keeps its copies.
    return new BackupVault(this, copyTo === undefined ? "Vault" : "SharedVault", {
      // No role of this account can delete a copy early.
      blockRecoveryPointDeletion: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(copyTo !== undefined && { encryptionKey: this.sharedKey(copyTo) }),
      ...(lock && { lockConfiguration: lockOf(lock) }),
    });
  }

  /**
   * The other account has to read what it copies, which AWS's own key forbids. AWS Backup works there through grants.
   * https://docs.aws.amazon.com/aws-backup/latest/devguide/encryption.html
   */
  private sharedKey(copyTo: string): Key {
    const key = new Key(this, "Key", {
      description: copiesKeyDescription,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const otherAccount = new AccountPrincipal(copyTo.split(":")[4]);
    const allowOther = (actions: string[], conditions?: Record<string, unknown>) =>
      key.addToResourcePolicy(
        new PolicyStatement({
          principals: [otherAccount],
          actions,
          resources: ["*"],
          ...(conditions && { conditions }),
        }),
      );
    allowOther(["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*"]);
    // Only AWS services may create grants.
    allowOther(["kms:CreateGrant", "kms:ListGrants", "kms:RevokeGrant"], {
      Bool: { "kms:GrantIsForAWSResource": "true" },
    });
    return key;
  }

  /** Two roles for AWS Backup: one makes copies, the other restores them. An operator passes the second one. */
  private role(id: string, purpose: "Backup" | "Restores"): Role {
    const policy = `service-role/AWSBackupServiceRolePolicyFor${purpose}`;
    const role = new Role(this, id, {
      assumedBy: new ServicePrincipal("backup.amazonaws.com"),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(policy)],
    });
    acknowledge(
      role,
      "AWS keeps the policy of its backup service, and only that service assumes the role",
      `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`,
    );
    return role;
  }
}

const lockOf = ({ minDays, maxDays, finalAfterDays }: NonNullable<Backups["lock"]>): LockConfiguration => ({
  minRetention: Duration.days(minDays),
  maxRetention: Duration.days(maxDays),
  ...(finalAfterDays !== undefined && { changeableFor: Duration.days(finalAfterDays) }),
});
