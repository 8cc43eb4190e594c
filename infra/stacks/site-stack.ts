import { Stack, type StackProps } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import type { SiteConfig } from "../../shared/site-config.ts";
import type { Environment } from "../config.ts";
import { shared } from "../constructs/shared-values.ts";
import { SiteFiles } from "../constructs/site-files.ts";

interface SiteStackProps extends StackProps {
  environment: Environment;
  /** The built site, as `npm run build` leaves it. */
  siteDirectory: string;
}

/** The built site's files, and what they are told of this environment. */
export class SiteStack extends Stack {
  constructor(scope: Construct, id: string, { environment, siteDirectory, ...props }: SiteStackProps) {
    super(scope, id, props);
    const { price, pluginAddresses = [], userPoolEndpoint, tagManagerId, stripePriceId } = environment;
    const config: SiteConfig = {
      region: this.region,
      userPoolId: shared(this, "user-pool-id"),
      userPoolClientId: shared(this, "user-pool-client-id"),
      price,
      pluginAddresses,
      ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
      ...(tagManagerId !== undefined && { tagManagerId }),
      ...(stripePriceId !== undefined && { stripeScript: true }),
    };
    const bucket = Bucket.fromBucketName(this, "Bucket", shared(this, "site-bucket"));
    new SiteFiles(this, "Files", { bucket, siteDirectory, config });
  }
}
