import { Stack } from "aws-cdk-lib";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { BucketDeployment, CacheControl, type ISource, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct, type IConstruct } from "constructs";
import type { SiteConfig } from "#shared/site/site-config.ts";
import { type Environment, hasPasskeys } from "../../environment.ts";
import { cacheControl } from "../../settings/headers.ts";
import { deploymentFolder, deploymentManifest, deploymentsFolder } from "../../settings/names.ts";
import { securityTxt, securityTxtPath } from "../../settings/security-txt.ts";
import { acknowledge, everyObjectOf } from "../acknowledge.ts";
import type { Gateway } from "../api/gateway.ts";
import type { Auth } from "../auth.ts";
import { allow, InlineRole } from "../iam.ts";
import type { Deployment } from "../lambda/deployment.ts";
import { Log } from "../log.ts";
import type { Website } from "./website.ts";

interface SiteFilesProps {
  environment: Environment;
  siteDirectory: string;
  website: Website;
  deployment: Deployment;
  auth: Auth;
  gateway: Gateway;
}

const assets = "assets/*";
const deployments = `${deploymentsFolder}/*`;

/** Copies the built site and the environment's `config.json` to the site bucket. */
export class SiteFiles extends Construct {
  /** Deployed last. */
  readonly documents: BucketDeployment;

  constructor(scope: Construct, id: string, props: SiteFilesProps) {
    super(scope, id);
    const { siteDirectory, website, gateway, deployment } = props;
    const { bucket } = website;
    const site = new Asset(this, "Site", { path: siteDirectory });
    const source = Source.bucket(site.bucket, site.s3ObjectKey);
    const shared = { destinationBucket: bucket, ...this.copier(site.bucket, bucket) };

    // Not pruned: a page that was opened before the deployment still requests the assets of its own build.
    const hashed = new BucketDeployment(this, "Assets", {
      ...shared,
      sources: [source],
      exclude: ["*"],
      include: [assets],
      prune: false,
      cacheControl: [CacheControl.fromString(cacheControl.assets)],
    });
    const documents = {
      ...shared,
      sources: [source, Source.jsonData("config.json", siteConfig(props)), ...securityContact(props)],
      cacheControl: [CacheControl.fromString(cacheControl.documents)],
    };
    this.documents = new BucketDeployment(this, "Documents", {
      ...documents,
      exclude: [assets, deployments],
    });
    // For a rollback, which copies them back.
    const manifest = Source.jsonData(deploymentManifest, { functions: deployment.versions });
    const copies = new BucketDeployment(this, "Kept", {
      ...documents,
      sources: [...documents.sources, manifest],
      destinationKeyPrefix: deploymentFolder(deployment.name),
      // The next deployment has another prefix: the copier must not delete this one.
      retainOnDelete: true,
      exclude: [assets],
    });
    // A deployment that failed before the documents were live is not kept.
    copies.node.addDependency(this.documents);
    acknowledge(
      copyingFunctionOf(Stack.of(this)),
      "the CDK's own function: the CDK chooses its runtime, and CloudFormation waits for its response",
      "AwsSolutions-L1",
      "Serverless-LambdaLatestVersion",
      "Serverless-LambdaDLQ",
      "NIST.800.53.R5-LambdaDLQ",
      "NIST.800.53.R5-LambdaConcurrency",
      "NIST.800.53.R5-LambdaInsideVPC",
      "Serverless-LambdaTracing",
    );
    // The new index.html appears when its assets are there, and after the functions that the new site may call.
    this.documents.node.addDependency(hashed, gateway.stage);
  }

  /**
   * Role and log of the CDK's copying function. The CDK's own grants would have wildcard actions. It does not get the
   * distribution: documents are revalidated, so no invalidation is needed.
   */
  private copier(from: IBucket, to: IBucket) {
    const logGroup = new Log(this, "CopierLogs", { holds: "names of the site's files only" });
    const role = new InlineRole(this, "CopierRole", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      policyName: "Copy",
      statements: [
        allow(["s3:GetObject"], from.arnForObjects("*")),
        allow(["s3:ListBucket"], [from.bucketArn, to.bucketArn]),
        allow(["s3:GetObject", "s3:PutObject", "s3:DeleteObject"], to.arnForObjects("*")),
        allow(["logs:CreateLogStream", "logs:PutLogEvents"], logGroup.logGroupArn),
      ],
    });
    const everyObject = [from, to].map(({ bucketArn }) => everyObjectOf(this, bucketArn));
    acknowledge(role, "file names change with every build", ...everyObject);
    return { role: role.withoutPolicyUpdates(), logGroup };
  }
}

/** The Lambda function that every `BucketDeployment` of a stack shares. */
function copyingFunctionOf(stack: Stack): IConstruct {
  const found = stack.node.children.find(({ node }) => node.id.startsWith("Custom::CDKBucketDeployment"));
  if (!found) throw new Error("The CDK has no function that copies files.");
  return found;
}

function securityContact({ environment: { company } }: SiteFilesProps): ISource[] {
  return company ? [Source.data(securityTxtPath, securityTxt(company.contactUrl, new Date()))] : [];
}

/** `config.json` of the environment. */
function siteConfig({ environment, auth }: SiteFilesProps): SiteConfig {
  const { region, price, company, pluginAddresses = [] } = environment;
  const { userPoolEndpoint, tagManagerId, stripePriceId, registrationNumber, trialPeriod } = environment;
  return {
    region,
    userPoolId: auth.userPool.userPoolId,
    userPoolClientId: auth.client.userPoolClientId,
    price,
    invoiceDaysUntilDue: environment.invoiceDaysUntilDue,
    pluginAddresses,
    ...(company !== undefined && { company }),
    ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
    ...(registrationNumber !== undefined && { registrationNumber }),
    ...(trialPeriod !== undefined && { trialPeriod }),
    ...(tagManagerId !== undefined && { tagManagerId }),
    ...(stripePriceId !== undefined && { stripeScript: true }),
    ...(hasPasskeys(environment) && { passkeys: true }),
  };
}
