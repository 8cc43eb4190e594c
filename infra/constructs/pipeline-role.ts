import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import {
  type IOidcProvider,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { functionName, liveAlias, stackNames } from "../settings/names.ts";
import { acknowledge, wildcard } from "./acknowledge.ts";

interface PipelineRoleProps {
  provider: IOidcProvider;
  /** The required claims of GitHub's token. */
  condition: Record<string, string>;
  environment: string;
  /** `diff` only reads what is deployed. */
  purpose: "diff" | "deploy";
}

/** The CDK's default qualifier: `npx cdk bootstrap` makes these roles in each region. */
const bootstrapRoles = { diff: ["lookup"], deploy: ["lookup", "deploy", "file-publishing"] } as const;

/** The reads of `npm run preflight`. They have no resource ARNs, or read resources that do not exist yet. */
const preflightActions = [
  "acm:DescribeCertificate",
  "cloudfront:ListDistributions",
  "cognito-idp:DescribeUserPool",
  "dynamodb:DescribeTable",
  "kms:DescribeKey",
  "lambda:GetAccountSettings",
  "route53:GetHostedZone",
  "route53:ListResourceRecordSets",
  "ses:GetAccount",
  "ses:GetConfigurationSet",
  "ses:GetEmailIdentity",
  "tag:GetResources",
];

/**
 * A role for one environment of the workflow. Deployments run as the CDK's own roles; what is here beside them is for preflight, the
 * canary and a rollback.
 */
export class PipelineRole extends Construct {
  readonly role: Role;

  constructor(
    scope: Construct,
    id: string,
    { provider, condition, environment, purpose }: PipelineRoleProps,
  ) {
    super(scope, id);
    const statements = [
      this.bootstrap(purpose),
      ...(purpose === "deploy" ? this.afterwards(environment) : []),
    ];
    this.role = new Role(this, "Role", {
      assumedBy: new WebIdentityPrincipal(provider.oidcProviderArn, { StringEquals: condition }),
      maxSessionDuration: Duration.hours(1),
      inlinePolicies: { Pipeline: new PolicyDocument({ statements }) },
    });
    acknowledge(this.role, "the policy belongs to this role only", "NIST.800.53.R5-IAMNoInlinePolicy");
    acknowledge(
      this.role,
      "named by the environment's prefix, or read by preflight before there is anything to name",
      ...statements
        .flatMap(({ resources }) => resources)
        .filter((resource) => resource.includes("*"))
        .map((resource) => wildcard(this, resource)),
    );
  }

  private bootstrap(purpose: PipelineRoleProps["purpose"]): PolicyStatement {
    const { account, region } = Stack.of(this);
    const resources = bootstrapRoles[purpose].flatMap((kind) =>
      [region, "us-east-1"].map(
        (each) => `arn:aws:iam::${account}:role/cdk-hnb659fds-${kind}-role-${account}-${each}`,
      ),
    );
    return new PolicyStatement({ actions: ["sts:AssumeRole"], resources });
  }

  private afterwards(environment: string): PolicyStatement[] {
    const { portal, data } = stackNames(environment);
    const bucket = `arn:aws:s3:::${portal.toLowerCase()}-website*`;
    const functionsNamed = (name: string) =>
      this.arn("lambda", "function", name, ArnFormat.COLON_RESOURCE_NAME);
    const allow = (actions: string[], ...resources: string[]) => new PolicyStatement({ actions, resources });
    return [
      allow(preflightActions, "*"),
      allow(
        ["cloudformation:DescribeStacks", "cloudformation:ListStackResources"],
        ...[portal, data].map((name) => this.arn("cloudformation", "stack", `${name}/*`)),
      ),
      allow(["lambda:InvokeFunction"], functionsNamed(`${functionName(environment, "canary")}:${liveAlias}`)),
      allow(
        ["lambda:GetAlias", "lambda:GetFunctionConfiguration", "lambda:UpdateAlias"],
        functionsNamed(`${portal}-*`),
      ),
      allow(["s3:ListBucket"], bucket),
      allow(["s3:GetObject", "s3:PutObject"], `${bucket}/*`),
    ];
  }

  private arn(
    service: string,
    resource: string,
    resourceName: string,
    arnFormat = ArnFormat.SLASH_RESOURCE_NAME,
  ) {
    return Stack.of(this).formatArn({ service, resource, resourceName, arnFormat });
  }
}
