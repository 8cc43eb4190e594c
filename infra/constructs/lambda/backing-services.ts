/** Turns the names in infra/settings/functions.ts into environment variables and policy statements with exact ARNs. */
import type { IUserPool, IUserPoolClient } from "aws-cdk-lib/aws-cognito";
import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { EnvironmentName } from "#shared/environment-variables.ts";
import { type Environment, type Mail, signUpMailsPerHour } from "../../environment.ts";
import type { Grants } from "../../settings/function-settings.ts";
import { configurationSetOf } from "../../settings/sender.ts";
import { reachablePartitions } from "../../settings/table.ts";
import { allow, arnOf, confinedTo } from "../iam.ts";
import type { Monitoring } from "../monitoring/monitoring.ts";
import type { Database } from "../storage/database.ts";
import type { DownloadStorage } from "../storage/download-storage.ts";
import type { Encryption } from "../storage/encryption.ts";
import type { Secrets } from "../storage/secrets.ts";
import type { UserExports } from "../storage/user-exports.ts";
import type { OriginSecrets } from "../website/origin-secrets.ts";
import type { Website } from "../website/website.ts";
import type { Deployment } from "./deployment.ts";

/** The attributes of `Auth` that functions use. */
interface UserPoolParts {
  userPool: IUserPool;
  client: IUserPoolClient;
  canaryClient: IUserPoolClient;
}

interface Parts {
  environment: Environment;
  data: {
    database: Database;
    downloads: DownloadStorage;
    encryption: Encryption;
    secrets: Secrets;
    userExports: UserExports;
  };
  auth: UserPoolParts;
  website: Website;
  originSecrets: OriginSecrets;
  deployment: Deployment;
  monitoring: Pick<Monitoring, "alarmTopics">;
}

/** The parts of the stack that a function uses. */
export const backingServices = (parts: Parts) => ({
  ...parts,
  variables: variablesOf(parts),
  /** One statement for each kind of grant, without wildcard actions. */
  statementsFor: (grants: Grants) => statementsFor(grants, parts),
});
export type BackingServices = ReturnType<typeof backingServices>;

/** Undefined where a function works without the variable (`optional` in `shared/environment-variables.ts`). */
function variablesOf({
  environment,
  data,
  auth,
  website,
  originSecrets,
  deployment,
  monitoring: { alarmTopics },
}: Parts): Record<EnvironmentName, string | undefined> {
  const { arns: secrets } = data.secrets;
  return {
    TABLE_NAME: data.database.table.tableName,
    DOWNLOAD_BUCKET: data.downloads.bucket.bucketName,
    USER_EXPORT_BUCKET: data.userExports.bucket.bucketName,
    KEY_ID: data.encryption.key.keyArn,
    MAIL_FROM: senderOf(environment),
    SITE_URL: website.url,
    VONAGE_SECRET_ID: secrets.vonage,
    VONAGE_API_URL: undefined,
    TAX_AGENCY_APPLICATION_ID: environment.taxAgencyApplicationId,
    TAX_AGENCY_URL: undefined,
    SMS_ADDRESS_HOURLY_CAP: String(environment.smsAddressHourlyCap),
    CODE_MAILS_PER_HOUR: String(environment.codeMails.perHour),
    LOGIN_ID_ANSWER_MS: "2500",
    LOGIN_ID_MAILS_PER_HOUR: String(environment.loginIdMailsPerHour),
    ANNOUNCEMENT_MAIL_PERCENT: String(environment.announcementMailPercent),
    DELETIONS_PER_RUN: String(environment.deletions.perRun),
    DELETIONS_PERCENT: String(environment.deletions.percent),
    SIGN_UP_MAILS_PER_HOUR: String(signUpMailsPerHour(environment)),
    SMS_DAILY_CAP: String(environment.smsDailyCap),
    STRIPE_SECRET_ID: secrets.stripe,
    STRIPE_API_URL: undefined,
    STRIPE_PRICE_ID: environment.stripePriceId,
    STANDARD_PRICE_YEN: String(environment.price.amountYen),
    TAX_RATE_PERCENT: String(environment.price.taxRatePercent),
    PRICE_INTERVAL: environment.price.interval,
    SELLER_NAME: environment.company?.name,
    SELLER_LINES: environment.sellerLines?.join("\n"),
    CONTACT_URL: environment.company?.contactUrl,
    REGISTRATION_NUMBER: environment.registrationNumber,
    INVOICE_DAYS_UNTIL_DUE: String(environment.invoiceDaysUntilDue),
    USER_POOL_ID: auth.userPool.userPoolId,
    USER_POOL_CLIENT_ID: auth.client.userPoolClientId,
    CANARY_CLIENT_ID: auth.canaryClient.userPoolClientId,
    ORIGIN_SECRETS: originSecrets.accepted.join(" "),
    CANARY_SECRET_ID: secrets.canary,
    UNSUBSCRIBE_SECRET_ID: secrets.unsubscribe,
    APP_VERSION: deployment.name,
    ALARM_TOPICS: alarmTopics.length > 0 ? alarmTopics.join(" ") : undefined,
    ALARM_ADDRESSES: addressesOf(environment),
  };
}

/** `alarmUrl` receives alarms only beside `alarmEmail`. */
const addressesOf = ({ alarmEmail, alarmUrl }: Environment): string | undefined =>
  alarmEmail && [alarmEmail, ...(alarmUrl ? [alarmUrl] : [])].join(" ");

/** SES rejects the sender of the fallback, so mail stays in the outbox until `mail` is set. */
function senderOf({ mail }: Environment): string {
  return mail ? `${mail.name} <${mail.address}>` : "no-reply@sender.invalid";
}

function statementsFor(grants: Grants, { environment, data, auth, monitoring }: Parts): PolicyStatement[] {
  const { tableArn } = data.database.table;
  const statements = tableStatements(grants, tableArn);
  if (grants.scan) statements.push(allow(["dynamodb:Scan"], tableArn, onlyAttributes(grants.scan)));
  if (grants.bucket) statements.push(allow(grants.bucket, data.downloads.bucket.arnForObjects("*")));
  if (grants.userExports)
    statements.push(allow(grants.userExports, data.userExports.bucket.arnForObjects("*")));
  for (const { action, field } of grants.key ?? []) {
    const condition = field ? { StringEquals: { "kms:EncryptionContext:field": field } } : undefined;
    statements.push(allow([action], data.encryption.key.keyArn, condition));
  }
  for (const name of grants.secrets ?? [])
    statements.push(allow(["secretsmanager:GetSecretValue"], data.secrets.arns[name]));
  if (grants.userPool) statements.push(allow(grants.userPool, auth.userPool.userPoolArn));
  // The action has no resource.
  if (grants.mailAccount) statements.push(allow(["ses:GetAccount"], "*"));
  if (grants.mail) statements.push(...sendingStatements(auth.userPool, environment));
  if (grants.alarmTopics && monitoring.alarmTopics.length > 0)
    statements.push(allow(["sns:ListSubscriptionsByTopic"], monitoring.alarmTopics));
  return statements;
}

/** One statement for the actions that reach the same partitions. */
function tableStatements(grants: Grants, table: string): PolicyStatement[] {
  const groups = Map.groupBy(grants.table ?? [], (action) => reachablePartitions(action, grants).join());
  return [...groups.values()].map((group) =>
    allow(group, table, confinedTo(reachablePartitions(group[0] ?? "", grants))),
  );
}

/** ARN of the SES identity that sends the portal's mail. */
export const identityArn = (scope: Construct, { identity }: Mail): string =>
  arnOf(scope, "ses", "identity", identity);

/** A scan without a list of attributes reads them all: `Select` refuses it. */
const onlyAttributes = (attributes: readonly string[]) => ({
  "ForAllValues:StringEquals": { "dynamodb:Attributes": attributes },
  StringEquals: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
});

/**
 * SES asks for permission on the identity, and on its default configuration set when it has one.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsesv2.html
 */
function sendingStatements(scope: Construct, environment: Environment): PolicyStatement[] {
  const { mail } = environment;
  if (!mail) return [];
  const configurationSet = configurationSetOf(environment);
  const resources = [
    identityArn(scope, mail),
    ...(configurationSet ? [arnOf(scope, "ses", "configuration-set", configurationSet)] : []),
  ];
  return [allow(["ses:SendEmail"], resources, { StringEquals: { "ses:FromAddress": mail.address } })];
}
