import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { SiteConfig } from "../../shared/site-config.ts";
import type { Environment } from "../config.ts";
import { SiteFiles } from "../constructs/site-files.ts";
import type { DataStack } from "./data-stack.ts";
import type { EntranceStack } from "./entrance-stack.ts";

interface SiteStackProps extends StackProps {
  environment: Environment;
  entrance: EntranceStack;
  data: DataStack;
  /** The built site, as `npm run build` leaves it. */
  siteDirectory: string;
}

/** The built site's files, and what they are told of this environment. */
export class SiteStack extends Stack {
  constructor(scope: Construct, id: string, props: SiteStackProps) {
    const { environment, entrance, data, siteDirectory, ...stack } = props;
    super(scope, id, stack);
    const { price, pluginAddresses = [], userPoolEndpoint, tagManagerId, stripePriceId } = environment;
    const config: SiteConfig = {
      ...data.auth.siteConfig,
      price,
      pluginAddresses,
      ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
      ...(tagManagerId !== undefined && { tagManagerId }),
      ...(stripePriceId !== undefined && { stripeScript: true }),
    };
    new SiteFiles(this, "Files", { bucket: entrance.website.bucket, siteDirectory, config });
  }
}
