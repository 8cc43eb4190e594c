import { expect, test } from "vitest";
import { synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const copyTo = "arn:aws:backup:ap-northeast-1:210987654321:backup-vault:portal";
const prod = synthesized({ ...complete, backups: { copyTo } });

test("the table is copied each night, for 35 days, here and in the other account", () => {
  const vault = onlyResource(prod, "AWS::Backup::BackupVault");
  const { BackupPlanRule: rules } = onlyResource(prod, "AWS::Backup::BackupPlan").properties.BackupPlan;
  expect(rules).toEqual([
    {
      RuleName: "nightly",
      ScheduleExpression: "cron(0 18 * * ? *)",
      TargetBackupVault: { "Fn::GetAtt": [vault.id, "BackupVaultName"] },
      Lifecycle: { DeleteAfterDays: 35 },
      CopyActions: [{ DestinationBackupVaultArn: copyTo, Lifecycle: { DeleteAfterDays: 35 } }],
    },
  ]);
  const { Resources } = onlyResource(prod, "AWS::Backup::BackupSelection").properties.BackupSelection;
  expect(Resources).toEqual([{ "Fn::GetAtt": [onlyResource(prod, "AWS::DynamoDB::Table").id, "Arn"] }]);
});

test("copies outlive the stack, and no role of the account can delete one", () => {
  const vault = onlyResource(prod, "AWS::Backup::BackupVault");
  expect(vault.DeletionPolicy).toBe("RetainExceptOnCreate");
  expect(vault.properties.AccessPolicy.Statement).toMatchObject([
    {
      Effect: "Deny",
      Action: expect.arrayContaining(["backup:DeleteRecoveryPoint"]),
      Principal: { AWS: "*" },
    },
  ]);
});

test("the other account may use the key for copies, and pass that on to AWS only", () => {
  const vaultKey = onlyResource(prod, "AWS::KMS::Key", "TableBackup");
  const ofOther = vaultKey.properties.KeyPolicy.Statement.filter((each: { Principal: unknown }) =>
    JSON.stringify(each.Principal).includes("210987654321"),
  );
  expect(ofOther).toEqual([
    {
      Effect: "Allow",
      Principal: expect.anything(),
      Resource: "*",
      Action: ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*"],
    },
    {
      Effect: "Allow",
      Principal: expect.anything(),
      Resource: "*",
      Action: ["kms:CreateGrant", "kms:ListGrants", "kms:RevokeGrant"],
      Condition: { Bool: { "kms:GrantIsForAWSResource": "true" } },
    },
  ]);
});

test("a copy is restored by a role of its own, which the outputs name with the vault", () => {
  const { BackupVaultName, RestoreRoleArn } = prod.toJSON().Outputs;
  expect(BackupVaultName.Value["Fn::GetAtt"][0]).toBe(onlyResource(prod, "AWS::Backup::BackupVault").id);
  const policiesOf = (id: string) =>
    JSON.stringify(
      resourcesOf(prod, "AWS::IAM::Role").find((role) => role.id === id)?.properties.ManagedPolicyArns,
    );
  const restoring = policiesOf(RestoreRoleArn.Value["Fn::GetAtt"][0]);
  const { IamRoleArn } = onlyResource(prod, "AWS::Backup::BackupSelection").properties.BackupSelection;
  const copying = policiesOf(IamRoleArn["Fn::GetAtt"][0]);
  expect([restoring, copying].map((text) => text.match(/PolicyFor\w+/g))).toEqual([
    ["PolicyForRestores"],
    ["PolicyForBackup"],
  ]);
});

test("copies elsewhere begin later in a vault of their own: no vault changes its key", () => {
  const before = onlyResource(synthesized(complete), "AWS::Backup::BackupVault");
  const after = onlyResource(prod, "AWS::Backup::BackupVault");
  expect(before.properties.EncryptionKeyArn).toBeUndefined();
  expect(after.properties.EncryptionKeyArn).toBeDefined();
  expect(after.id).not.toBe(before.id);
  expect(after.properties.BackupVaultName).not.toBe(before.properties.BackupVaultName);
});

test("an earlier deployment's vault replaces a new one; no copies elsewhere, no key", () => {
  const adopting = synthesized({ ...complete, backups: {}, adopted: { backupVault: "earlier" } });
  expect(resourcesOf(adopting, "AWS::Backup::BackupVault")).toEqual([]);
  const [rule] = onlyResource(adopting, "AWS::Backup::BackupPlan").properties.BackupPlan.BackupPlanRule;
  expect(rule.TargetBackupVault).toBe("earlier");
  const keysIn = (template: typeof prod) => resourcesOf(template, "AWS::KMS::Key").length;
  expect([keysIn(synthesized(complete)), keysIn(prod)]).toEqual([1, 2]);
});

test.each([
  [
    { minDays: 7, maxDays: 35 },
    { MinRetentionDays: 7, MaxRetentionDays: 35 },
  ],
  [
    { minDays: 35, maxDays: 400, finalAfterDays: 14 },
    { MinRetentionDays: 35, MaxRetentionDays: 400, ChangeableForDays: 14 },
  ],
])("the vault's lock is %j", (lock, expected) => {
  const { properties } = onlyResource(
    synthesized({ ...complete, backups: { lock } }),
    "AWS::Backup::BackupVault",
  );
  expect(properties.LockConfiguration).toEqual(expected);
  expect(onlyResource(prod, "AWS::Backup::BackupVault").properties.LockConfiguration).toBeUndefined();
});
