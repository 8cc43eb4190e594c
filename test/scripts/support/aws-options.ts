/** Commands and options of the AWS CLI, as they follow from the operations of the SDK's clients that are installed. */

/** Their packages by the CLI's names. */
const clients: Record<string, () => Promise<object>> = {
  acm: () => import("@aws-sdk/client-acm"),
  backup: () => import("@aws-sdk/client-backup"),
  cloudformation: () => import("@aws-sdk/client-cloudformation"),
  cloudfront: () => import("@aws-sdk/client-cloudfront"),
  "cognito-idp": () => import("@aws-sdk/client-cognito-identity-provider"),
  dynamodb: () => import("@aws-sdk/client-dynamodb"),
  kms: () => import("@aws-sdk/client-kms"),
  lambda: () => import("@aws-sdk/client-lambda"),
  resourcegroupstaggingapi: () => import("@aws-sdk/client-resource-groups-tagging-api"),
  secretsmanager: () => import("@aws-sdk/client-secrets-manager"),
  sns: () => import("@aws-sdk/client-sns"),
  sesv2: () => import("@aws-sdk/client-sesv2"),
  sts: () => import("@aws-sdk/client-sts"),
};

/**
 * Services without an installed client, and commands of the CLI's own: those that our pages use, with the options that they use.
 * Looked up on 30 November 2026 in the AWS CLI Command Reference, version 2.
 */
const lookedUp: Record<string, readonly string[]> = {
  "cloudtrail lookup-events": ["--lookup-attributes"],
  "cloudtrail update-trail": [
    "--name",
    "--is-multi-region-trail",
    "--include-global-service-events",
    "--cloud-watch-logs-log-group-arn",
    "--cloud-watch-logs-role-arn",
  ],
  "events list-rules": [],
  "iam list-open-id-connect-providers": [],
  "iam update-access-key": ["--access-key-id", "--status", "--user-name"],
  "logs put-retention-policy": ["--log-group-name", "--retention-in-days"],
  "logs tail": ["--since", "--format"],
  "pricing-plan-manager approve-paid-subscription": ["--arn", "--if-match"],
  "pricing-plan-manager create-subscription": [
    "--plan-family",
    "--plan-tier",
    "--approval-mode",
    "--resource-arns",
  ],
  "s3 mb": [],
  "s3 rb": ["--force"],
  "s3 sync": [],
  "service-quotas get-service-quota": ["--service-code", "--quota-code"],
  "service-quotas list-service-quotas": ["--service-code"],
  // The CLI has another name for the operation's `Endpoint`.
  "sns subscribe": ["--topic-arn", "--protocol", "--notification-endpoint"],
  "sqs purge-queue": ["--queue-url"],
  "sqs receive-message": ["--queue-url", "--max-number-of-messages", "--message-attribute-names"],
  "wafv2 list-available-managed-rule-group-versions": ["--scope", "--vendor-name", "--name"],
};
export const lookedUpCommands = Object.keys(lookedUp);

const everyCommand = ["--query", "--output", "--region", "--profile"];

interface Options {
  known: readonly string[];
  required: readonly string[];
}

/** Undefined for a command that there is none of. */
export async function awsOptionsOf(
  service: string,
  command: string,
  waiter = "",
): Promise<Options | undefined> {
  const options = lookedUp[`${service} ${command}`];
  if (options) return { known: [...options, ...everyCommand], required: [] };
  const client: Record<string, unknown> = { ...(await clients[service]?.()) };
  const operations = Object.values(client).filter(isOperation);
  if (command === "wait") {
    const names = Object.keys(client).map((name) => kebab(name.replace(/^waitUntil/, "")));
    const known = operations.flatMap((each) => optionsOf(each).known);
    return names.includes(waiter) ? { known, required: [] } : undefined;
  }
  const operation = operations.find(([, , name]) => kebab(name) === command);
  return operation && optionsOf(operation);
}

/** How the SDK's clients describe an operation and a structure. Source: `@smithy/types`, static schemas. */
type Operation = [9, namespace: string, name: string, traits: unknown, input: () => unknown];
type Structure = [3, string, string, unknown, members: string[], schemas: unknown[], required?: number];
const isOperation = (value: unknown): value is Operation => Array.isArray(value) && value[0] === 9;
const isStructure = (value: unknown): value is Structure => Array.isArray(value) && value[0] === 3;
const booleanSchema = 2;

function optionsOf([, , , , input]: Operation): Options {
  const structure = input();
  if (!isStructure(structure)) return { known: everyCommand, required: [] };
  const [, , , , members, schemas, required = 0] = structure;
  const known = members.flatMap((member, index) => {
    const isBoolean = [schemas[index]].flat()[0] === booleanSchema;
    return [`--${kebab(member)}`, ...(isBoolean ? [`--no-${kebab(member)}`] : [])];
  });
  return {
    known: [...known, ...everyCommand],
    required: members.slice(0, required).map((member) => `--${kebab(member)}`),
  };
}

/** The CLI's names of operations and members. Source: botocore, `xform_name`. */
function kebab(name: string): string {
  return name
    .replace(/([A-Z]{2,})s$/, (_, plural: string) => `-${plural.toLowerCase()}s`)
    .replaceAll(/(.)([A-Z][a-z]+)/g, "$1-$2")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/^-/, "");
}
