/** The settings of a Lambda function, and the settings that follow from them. */
import type { EnvironmentName } from "#shared/environment-variables.ts";
import { type Partition, withErasureCheck } from "./table.ts";

export type SecretName = "canary" | "stripe" | "unsubscribe" | "vonage";

type TableGrants =
  | { table?: never; partitions?: never; readOnly?: never; scan?: never }
  | {
      /** DynamoDB actions on the table. */
      table: readonly `dynamodb:${string}`[];
      /** Partition keys that those actions are confined to, `*` standing for any ending. */
      partitions: readonly Partition[];
      /** Partitions that it may not put to or update. */
      readOnly?: readonly Partition[];
      /** The attributes that it may read of every row. */
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
  /** May read who is subscribed to the alarms. */
  alarmTopics?: boolean;
};

export interface FunctionSettings {
  /** Path of the module that exports `handler`. */
  entry: `functions/${string}.ts`;
  environment: readonly EnvironmentName[];
  grants: Grants;
  timeoutSeconds: number;
  memoryMb: number;
  /** The code that it loads by `import()` is in files of its own, which a cold start does not read. */
  isSplit?: boolean;
  /** Its calls to a provider are billed: `costlyConcurrency` reserves concurrency for it. */
  costsMoney?: boolean;
}

/** The settings of a function that are written down: `configured` derives the rest. */
export type OwnSettings = Pick<FunctionSettings, "grants"> & Partial<FunctionSettings>;

export interface Timing {
  everyMinutes: number;
  /** A failed run is retried, and goes to the dead-letter queue after the last attempt. */
  isRepeated: boolean;
}

/** The signature of every mail. */
export const signatureSettings = ["SELLER_NAME", "SELLER_LINES", "CONTACT_URL"] as const;

/**
 * A grant brings the variables that name its resource, and a mail's signature. `USER_POOL_ID` is not among them: a
 * trigger learns its pool from the event.
 */
const variables = {
  table: ["TABLE_NAME"],
  bucket: ["DOWNLOAD_BUCKET"],
  userExports: ["USER_EXPORT_BUCKET"],
  key: ["KEY_ID"],
  mail: ["MAIL_FROM", ...signatureSettings],
  alarmTopics: ["ALARM_TOPICS", "ALARM_ADDRESSES"],
} as const satisfies { [grant in keyof Grants]?: readonly EnvironmentName[] };

const variablesOfSecrets: Record<SecretName, readonly EnvironmentName[]> = {
  canary: ["CANARY_SECRET_ID"],
  stripe: ["STRIPE_SECRET_ID", "STRIPE_API_URL"],
  unsubscribe: ["UNSUBSCRIBE_SECRET_ID"],
  vonage: ["VONAGE_SECRET_ID", "VONAGE_API_URL"],
};

/** The complete settings of the functions in that folder of `functions/`. Each has the name of its file. */
export const configured = <Name extends string, More = unknown>(
  folder: "api" | "jobs" | "triggers",
  timeoutSeconds: number,
  functions: Record<Name, OwnSettings & More>,
) =>
  Object.fromEntries(
    Object.entries<OwnSettings & More>(functions).map(([name, { environment = [], ...own }]) => [
      name,
      {
        entry: `functions/${folder}/${name}.ts`,
        timeoutSeconds,
        memoryMb: 512,
        ...own,
        grants: withErasureCheck(own.grants),
        environment: [
          ...Object.entries(variables).flatMap(([grant, names]) => (grant in own.grants ? names : [])),
          ...(own.grants.secrets ?? []).flatMap((secret) => variablesOfSecrets[secret]),
          ...environment,
        ],
      },
    ]),
  ) as Record<Name, FunctionSettings & More>;
