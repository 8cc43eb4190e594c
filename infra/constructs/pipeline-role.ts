import { Duration, Stack } from "aws-cdk-lib";
import {
  type IOidcProvider,
  type PolicyStatement,
  type Role,
  WebIdentityPrincipal,
} from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { PartitionKey } from "#shared/partitions.ts";
import { settingsOf } from "../config.ts";
import { functionName } from "../settings/functions.ts";
import { deploymentsFolder, liveAlias, stackNames } from "../settings/names.ts";
import { acknowledge, wildcard } from "./acknowledge.ts";
import { allow, arnOf, confinedTo, functionArn, InlineRole } from "./iam.ts";

interface PipelineRoleProps {
  provider: IOidcProvider;
  /** The required claims of GitHub's token. */
  condition: Record<string, string>;
  environment: string;
  /** `diff` reads the deployed templates and nothing else. */
  purpose: "diff" | "deploy";
}

/** The CDK's default qualifier: `npx cdk bootstrap` makes these roles in each region. */
const bootstrapRoles = ["lookup", "deploy", "file-publishing"];

/**
 * The reads of `npm run preflight`, without customers' data. They have no resource ARNs, or read resources that do not
 * exist yet.
 */
const preflightActions = [
  "acm:DescribeCertificate",
  "cloudfront:ListDistributions",
  "cognito-idp:DescribeUserPool",
  "cognito-idp:GetUserPoolMfaConfig",
  "dynamodb:DescribeTable",
  "kms:DescribeKey",
  "lambda:GetAccountSettings",
  "route53:GetHostedZone",
  "route53:ListResourceRecordSets",
  "ses:GetAccount",
  "ses:GetConfigurationSet",
  "ses:GetEmailIdentity",
  "sns:GetSubscriptionAttributes",
  "sns:ListSubscriptionsByTopic",
  "tag:GetResources",
];

/** The part of the table that `.ci/deploy` reaches. */
const lockPartitions: PartitionKey[] = ["DEPLOYMENT"];

/**
 * A role for one environment of the workflow. It deploys by the CDK's own roles; its other permissions are for
 * preflight, the lock, the canary and a rollback.
 */
export class PipelineRole extends Construct {
  readonly role: Role;

  constructor(
    scope: Construct,
    id: string,
    { provider, condition, environment, purpose }: PipelineRoleProps,
  ) {
    super(scope, id);
    const replicaRegion = settingsOf(environment).backups?.keyReplicaRegion;
    const statements =
      purpose === "diff"
        ? this.templates(environment, replicaRegion)
        : [this.bootstrap(replicaRegion), ...this.afterwards(environment)];
    this.role = new InlineRole(this, "Role", {
      assumedBy: new WebIdentityPrincipal(provider.oidcProviderArn, { StringEquals: condition }),
      maxSessionDuration: Duration.hours(1),
      policyName: "Pipeline",
      statements,
    });
    acknowledge(
      this.role,
      "named by the environment's prefix, or read by preflight before there is anything to name",
      ...statements
        .flatMap(({ resources }) => resources)
        .filter((resource) => resource.includes("*"))
        .map((resource) => wildcard(this, resource)),
    );
  }

  private templates(environment: string, replicaRegion = ""): PolicyStatement[] {
    const { account, region } = Stack.of(this);
    const { edge, data, replica, portal } = stackNames(environment);
    const regions = {
      [edge]: "us-east-1",
      [data]: region,
      [portal]: region,
      ...(replicaRegion && { [replica]: replicaRegion }),
    };
    const arns = Object.entries(regions).map(
      ([name, each]) => `arn:aws:cloudformation:${each}:${account}:stack/${name}/*`,
    );
    const ofPortal = (name: string) => `arn:aws:cloudformation:${region}:${account}:stack/${name}/*`;
    return [
      // CloudFormation names a nested stack after its parent.
      allow(["cloudformation:GetTemplate"], [...arns, ofPortal(`${portal}-*`)]),
      allow(["cloudformation:ListStackResources"], ofPortal(portal)),
    ];
  }

  private bootstrap(replicaRegion?: string): PolicyStatement {
    const { account, region } = Stack.of(this);
    const regions = [region, "us-east-1", ...(replicaRegion === undefined ? [] : [replicaRegion])];
    const resources = bootstrapRoles.flatMap((kind) =>
      regions.map((each) => `arn:aws:iam::${account}:role/cdk-hnb659fds-${kind}-role-${account}-${each}`),
    );
    return allow(["sts:AssumeRole"], resources);
  }

  private afterwards(environment: string): PolicyStatement[] {
    const { account } = Stack.of(this);
    const { portal, data, edge } = stackNames(environment);
    const { adopted } = settingsOf(environment);
    const tables = [`${portal}-*`, ...(adopted?.table === undefined ? [] : [adopted.table])];
    const bucket = `arn:aws:s3:::${portal.toLowerCase()}-website*`;
    return [
      allow(preflightActions, "*"),
      allow(
        ["cloudformation:DescribeStacks", "cloudformation:ListStackResources"],
        [
          ...[portal, data].map((name) => arnOf(this, "cloudformation", "stack", `${name}/*`)),
          `arn:aws:cloudformation:us-east-1:${account}:stack/${edge}/*`,
        ],
      ),
      allow(
        ["dynamodb:GetItem", "dynamodb:UpdateItem"],
        tables.map((name) => arnOf(this, "dynamodb", "table", name)),
        confinedTo(lockPartitions),
      ),
      allow(
        ["lambda:InvokeFunction"],
        functionArn(this, `${functionName(environment, "canary")}:${liveAlias}`),
      ),
      allow(
        [
          "lambda:GetAlias",
          "lambda:GetFunctionConfiguration",
          "lambda:ListAliases",
          "lambda:ListVersionsByFunction",
          "lambda:UpdateAlias",
        ],
        functionArn(this, `${portal}-*`),
      ),
      // The colon confines it to versions: without it the ARN is the function's.
      allow(["lambda:DeleteFunction"], functionArn(this, `${portal}-*:*`)),
      allow(["s3:ListBucket"], bucket),
      allow(["s3:GetObject", "s3:PutObject"], `${bucket}/*`),
      allow(["s3:DeleteObject"], `${bucket}/${deploymentsFolder}/*`),
    ];
  }
}
