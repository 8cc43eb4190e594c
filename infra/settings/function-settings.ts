/** The settings of a Lambda function: types for `functions.ts`. */
import type { EnvironmentName } from "#shared/environment-variables.ts";
import type { Partition } from "./table.ts";

export type SecretName = "canary" | "stripe" | "unsubscribe" | "vonage";

type TableGrants =
  | { table?: never; partitions?: never; readOnly?: never; scan?: never }
  | {
      /** DynamoDB actions on the table. */
      table: readonly `dynamodb:${string}`[];
      /** Partition keys that those actions are confined to, `*` standing for any ending. */
      partitions: readonly Partition[];
      /** The partitions without put and update. */
      readOnly?: readonly Partition[];
      /** May read the whole table, and nothing of a row but these attributes. */
      scan?: readonly string[];
    };

export type Grants = TableGrants & {
  /** May delete from all of `partitions`, not only finished work. */
  erases?: true;
  /** S3 actions on the download bucket's objects. */
  bucket?: readonly `s3:${string}`[];
  /** S3 actions on the objects of the bucket with the exported accounts. */
  userExports?: readonly `s3:${string}`[];
  /** KMS actions on the key; `field` limits them to that value of the encryption context. */
  key?: readonly { action: `kms:${string}`; field?: string }[];
  /** May send mail as the portal's sender. */
  mail?: boolean;
  /** May read SES's quota and state of the account. */
  mailAccount?: boolean;
  /** Cognito actions on the user pool. */
  userPool?: readonly `cognito-idp:${string}`[];
  secrets?: readonly SecretName[];
};

export interface FunctionSettings {
  /** Path of the module that exports `handler`. */
  entry: `functions/${string}.ts`;
  environment: readonly EnvironmentName[];
  grants: Grants;
  timeoutSeconds: number;
  memoryMb: number;
  /** Its calls to a provider are billed: `costlyConcurrency` reserves concurrency for it. */
  costsMoney?: boolean;
}

export interface ScheduledFunctionSettings extends FunctionSettings {
  everyMinutes: number;
  /** A failed run is retried, and goes to the dead-letter queue after the last attempt. */
  isRepeated: boolean;
}
