/** What functions are told and may touch: the names in infra/settings/functions.ts become values and exact ARNs. */
import { readFileSync } from "node:fs";
import { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import * as z from "zod/mini";
import { everyObjectOf } from "../acknowledge.ts";
import type { Environment } from "../config.ts";
import type { EnvironmentName, Grants } from "../settings/function-settings.ts";
import { tableSettings } from "../settings/table.ts";
import type { Auth } from "./auth.ts";
import type { Database } from "./database.ts";
import type { DownloadStorage } from "./download-storage.ts";
import type { Encryption } from "./encryption.ts";
import type { Secrets } from "./secrets.ts";

interface Parts {
  environment: Environment;
  auth: Auth;
  encryption: Encryption;
  database: Database;
  downloads: DownloadStorage;
  secrets: Secrets;
  siteUrl: string;
  /** What CloudFront may prove itself by. */
  originProofs: readonly string[];
}

export interface BackingServices {
  /** Undefined where unset is a value too: the function then does without (see `EnvironmentName`). */
  variables: Record<EnvironmentName, string | undefined>;
  /** Of a function whose provider bills us; undefined for no limit of its own. */
  costlyConcurrency: number | undefined;
  /** What cdk-nag says of a grant on the downloads. */
  everyDownload: string;
  /** One statement per kind of grant; none names a wildcard action or every resource. */
  statementsFor(grants: Grants): PolicyStatement[];
}

export function backingServices(parts: Parts): BackingServices {
  return {
    variables: variablesOf(parts),
    costlyConcurrency: parts.environment.costlyConcurrency,
    everyDownload: everyObjectOf(parts.downloads.bucket),
    statementsFor: (grants) => statementsFor(grants, parts),
  };
}

function variablesOf(parts: Parts) {
  const { environment, auth, encryption, database, downloads, secrets } = parts;
  return {
    TABLE_NAME: database.table.tableName,
    DOWNLOAD_BUCKET: downloads.bucket.bucketName,
    KEY_ID: encryption.key.keyArn,
    MAIL_FROM: senderOf(environment),
    SITE_URL: parts.siteUrl,
    VONAGE_SECRET_ID: secrets.arns.vonage,
    VONAGE_API_URL: undefined,
    TAX_AGENCY_APPLICATION_ID: environment.taxAgencyApplicationId,
    TAX_AGENCY_URL: undefined,
    SMS_ADDRESS_HOURLY_CAP: String(environment.smsAddressHourlyCap),
    SMS_DAILY_CAP: String(environment.smsDailyCap),
    STRIPE_SECRET_ID: secrets.arns.stripe,
    STRIPE_API_URL: undefined,
    STRIPE_PRICE_ID: environment.stripePriceId,
    INVOICE_DAYS_UNTIL_DUE: String(environment.invoiceDaysUntilDue),
    USER_POOL_ID: auth.userPool.userPoolId,
    USER_POOL_CLIENT_ID: auth.client.userPoolClientId,
    ORIGIN_SECRETS: parts.originProofs.join(" "),
    CANARY_SECRET_ID: secrets.arns.canary,
    APP_VERSION: version(),
  } satisfies BackingServices["variables"];
}

/** Without a sender SES refuses this one, and the outbox holds our mail until there is a sender. */
function senderOf({ mail }: Environment): string {
  return mail ? `${mail.name} <${mail.address}>` : "no-reply@sender.invalid";
}

function version(): string {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return z.parse(z.object({ version: z.string() }), JSON.parse(file)).version;
}

function statementsFor(grants: Grants, parts: Parts): PolicyStatement[] {
  const { auth, encryption, database, downloads, secrets } = parts;
  const statements: PolicyStatement[] = [];
  statements.push(...tableStatements(grants.table ?? [], database.table.tableArn));
  if (grants.bucket) statements.push(allow(grants.bucket, downloads.bucket.arnForObjects("*")));
  for (const { action, field } of grants.key ?? []) {
    const condition = field && { StringEquals: { "kms:EncryptionContext:field": field } };
    statements.push(allow([action], encryption.key.keyArn, condition));
  }
  for (const name of grants.secrets ?? []) {
    statements.push(allow(["secretsmanager:GetSecretValue"], secrets.arns[name]));
  }
  if (grants.userPool) statements.push(allow(grants.userPool, auth.userPool.userPoolArn));
  return grants.mail ? [...statements, ...sendingStatements(parts)] : statements;
}

const deletion = "dynamodb:DeleteItem";

function tableStatements(actions: readonly string[], table: string): PolicyStatement[] {
  const others = actions.filter((action) => action !== deletion);
  const keys = { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": tableSettings.deletablePartitions } };
  return [
    ...(others.length > 0 ? [allow(others, table)] : []),
    ...(actions.includes(deletion) ? [allow([deletion], table, keys)] : []),
  ];
}

function sendingStatements({ environment: { mail }, database }: Parts): PolicyStatement[] {
  if (!mail) return [];
  const identity = Stack.of(database).formatArn({
    service: "ses",
    resource: "identity",
    resourceName: mail.identity,
  });
  return [allow(["ses:SendEmail"], identity, { StringEquals: { "ses:FromAddress": mail.address } })];
}

function allow(
  actions: readonly string[],
  resource: string,
  conditions?: PolicyStatement["conditions"] | "",
) {
  return new PolicyStatement({
    actions: [...actions],
    resources: [resource],
    ...(conditions && { conditions }),
  });
}
