/** What functions are told and may touch: the names in infra/settings/functions.ts become values and exact ARNs. */
import { readFileSync } from "node:fs";
import { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import * as z from "zod/mini";
import { everyObjectOf } from "../acknowledge.ts";
import type { Environment } from "../config.ts";
import type { EnvironmentName, Grants, SecretName } from "../settings/function-settings.ts";
import { tableSettings } from "../settings/table.ts";
import { acceptedProofs } from "./origin-proofs.ts";
import { shared } from "./shared-values.ts";

interface Parts {
  environment: Environment;
  table: { name: string; arn: string };
  downloads: { name: string; arn: string };
  keyArn: string;
  userPool: { id: string; arn: string; clientId: string };
  secrets: Readonly<Record<SecretName, string>>;
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

export function backingServices(scope: Construct, parts: Parts): BackingServices {
  return {
    variables: variablesOf(parts),
    costlyConcurrency: parts.environment.costlyConcurrency,
    everyDownload: everyObjectOf(scope, parts.downloads.arn),
    statementsFor: (grants) => statementsFor(scope, grants, parts),
  };
}

/** For the stacks after those that make them. */
export function sharedServices(scope: Construct, environment: Environment): BackingServices {
  return backingServices(scope, {
    environment,
    table: { name: shared(scope, "table-name"), arn: shared(scope, "table-arn") },
    downloads: { name: shared(scope, "download-bucket"), arn: shared(scope, "download-bucket-arn") },
    keyArn: shared(scope, "key-arn"),
    userPool: {
      id: shared(scope, "user-pool-id"),
      arn: shared(scope, "user-pool-arn"),
      clientId: shared(scope, "user-pool-client-id"),
    },
    secrets: {
      stripe: shared(scope, "stripe-secret"),
      vonage: shared(scope, "vonage-secret"),
      canary: shared(scope, "canary-secret"),
    },
    siteUrl: shared(scope, "site-url"),
    originProofs: acceptedProofs(scope, environment.originProof),
  });
}

function variablesOf(parts: Parts) {
  const { environment, table, downloads, userPool, secrets } = parts;
  return {
    TABLE_NAME: table.name,
    DOWNLOAD_BUCKET: downloads.name,
    KEY_ID: parts.keyArn,
    MAIL_FROM: senderOf(environment),
    SITE_URL: parts.siteUrl,
    VONAGE_SECRET_ID: secrets.vonage,
    VONAGE_API_URL: undefined,
    TAX_AGENCY_APPLICATION_ID: environment.taxAgencyApplicationId,
    TAX_AGENCY_URL: undefined,
    SMS_ADDRESS_HOURLY_CAP: String(environment.smsAddressHourlyCap),
    SMS_DAILY_CAP: String(environment.smsDailyCap),
    STRIPE_SECRET_ID: secrets.stripe,
    STRIPE_API_URL: undefined,
    STRIPE_PRICE_ID: environment.stripePriceId,
    INVOICE_DAYS_UNTIL_DUE: String(environment.invoiceDaysUntilDue),
    USER_POOL_ID: userPool.id,
    USER_POOL_CLIENT_ID: userPool.clientId,
    ORIGIN_SECRETS: parts.originProofs.join(" "),
    CANARY_SECRET_ID: secrets.canary,
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

function statementsFor(scope: Construct, grants: Grants, parts: Parts): PolicyStatement[] {
  const statements: PolicyStatement[] = [];
  statements.push(...tableStatements(grants.table ?? [], parts.table.arn));
  if (grants.bucket) statements.push(allow(grants.bucket, `${parts.downloads.arn}/*`));
  for (const { action, field } of grants.key ?? []) {
    const condition = field && { StringEquals: { "kms:EncryptionContext:field": field } };
    statements.push(allow([action], parts.keyArn, condition));
  }
  for (const name of grants.secrets ?? []) {
    statements.push(allow(["secretsmanager:GetSecretValue"], parts.secrets[name]));
  }
  if (grants.userPool) statements.push(allow(grants.userPool, parts.userPool.arn));
  return grants.mail ? [...statements, ...sendingStatements(scope, parts.environment)] : statements;
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

function sendingStatements(scope: Construct, { mail }: Environment): PolicyStatement[] {
  if (!mail) return [];
  const identity = Stack.of(scope).formatArn({
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
