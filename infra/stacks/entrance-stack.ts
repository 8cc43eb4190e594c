import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { RegionInfo } from "aws-cdk-lib/region-info";
import type { Construct } from "constructs";
import type { Environment } from "../config.ts";
import { Gateway } from "../constructs/gateway.ts";
import { OriginProofs } from "../constructs/origin-proofs.ts";
import { share } from "../constructs/shared-values.ts";
import { Website } from "../constructs/website.ts";
import { contentSecurityPolicy, type Guest } from "../settings/headers.ts";

interface EntranceStackProps extends StackProps {
  environment: Environment;
  firewallArn: string;
}

/** The addresses: CloudFront in front of the site's bucket and of the HTTP API. They stay while all behind them changes. */
export class EntranceStack extends Stack {
  constructor(scope: Construct, id: string, { environment, firewallArn, ...props }: EntranceStackProps) {
    super(scope, id, props);
    const proofs = new OriginProofs(this, "OriginProofs", { number: environment.originProof });
    const gateway = new Gateway(this, "Gateway", { traffic: environment.traffic });
    const website = new Website(this, "Website", {
      api: { domainName: gateway.domainName, proof: proofs.shown },
      firewallArn,
      contentSecurityPolicy: contentSecurityPolicy([userPoolOrigin(environment)], guestsOf(environment)),
      domain: environment.domain,
    });

    share(this, "site-url", website.url);
    share(this, "site-bucket", website.bucket.bucketName);
    share(this, "api-id", gateway.apiId);

    const output = (name: string, value: string) => new CfnOutput(this, name, { value });
    output("SiteUrl", website.url);
    output("DistributionDomain", website.distributionDomain);
    output("ApiUrl", gateway.url);
  }
}

/** Where the browser reaches the user pool. */
function userPoolOrigin({ region, userPoolEndpoint }: Environment): string {
  return (
    userPoolEndpoint ??
    `https://cognito-idp.${region}.${RegionInfo.get(region).domainSuffix ?? "amazonaws.com"}`
  );
}

const guestsOf = ({ stripePriceId, tagManagerId }: Environment): Guest[] => [
  ...(stripePriceId === undefined ? [] : (["stripe"] as const)),
  ...(tagManagerId === undefined ? [] : (["tagManager"] as const)),
];
