import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct } from "constructs";
import type { SiteConfig } from "../../shared/site-config.ts";
import { cacheControl } from "../settings/headers.ts";

interface SiteFilesProps {
  bucket: IBucket;
  siteDirectory: string;
  config: SiteConfig;
}

const assets = "assets/*";

/** Copies the built site into its bucket, with this deployment's `config.json` beside it. */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, siteDirectory, config }: SiteFilesProps) {
    super(scope, id);
    const site = new Asset(this, "Site", { path: siteDirectory });
    const source = Source.bucket(site.bucket, site.s3ObjectKey);
    const shared = { destinationBucket: bucket, ...this.copier(site.bucket, bucket) };

    // Never pruned: a page opened before the deployment still asks for the assets of its own build.
    const hashed = new BucketDeployment(this, "Assets", {
      ...shared,
      sources: [source],
      exclude: ["*"],
      include: [assets],
      prune: false,
      cacheControl: [CacheControl.fromString(cacheControl.assets)],
    });
    const documents = new BucketDeployment(this, "Documents", {
      ...shared,
      sources: [source, Source.jsonData("config.json", config)],
      exclude: [assets],
      cacheControl: [CacheControl.fromString(cacheControl.documents)],
    });
    // The new index.html appears only when the assets that it names are there.
    documents.node.addDependency(hashed);
  }

  /**
   * CDK's copying function under a role of ours, because the grants that CDK would add name actions by wildcard.
   * The distribution is not handed to it either: documents are revalidated, so nothing needs to be invalidated.
   */
  private copier(from: IBucket, to: IBucket) {
    const logGroup = new LogGroup(this, "CopierLogs", { retention: RetentionDays.THREE_MONTHS });
    const allow = (actions: string[], ...resources: string[]) => new PolicyStatement({ actions, resources });
    const role = new Role(this, "CopierRole", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: {
        Copy: new PolicyDocument({
          statements: [
            allow(["s3:GetObject"], from.arnForObjects("*")),
            allow(["s3:ListBucket"], from.bucketArn, to.bucketArn),
            allow(["s3:GetObject", "s3:PutObject", "s3:DeleteObject"], to.arnForObjects("*")),
            allow(["logs:CreateLogStream", "logs:PutLogEvents"], logGroup.logGroupArn),
          ],
        }),
      },
    });
    return { role: role.withoutPolicyUpdates(), logGroup };
  }
}
