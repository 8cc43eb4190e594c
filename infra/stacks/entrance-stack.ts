import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { RegionInfo } from "aws-cdk-lib/region-info";
import type { Construct } from "constructs";
import type { Environment } from "../config.ts";
import { Gateway } from "../constructs/gateway.ts";
import { OriginProofs } from "../constructs/origin-proofs.ts";
import { Website } from "../constructs/website.ts";
import { contentSecurityPolicy, type Guest } from "../settings/headers.ts";

interface EntranceStackProps extends StackProps {
  environment: Environment;
  firewallArn: string;
}

/** The addresses: CloudFront in front of the site's bucket and of the HTTP API. They stay while all behind them changes. */
export class EntranceStack extends Stack {
  readonly gateway: Gateway;
  readonly website: Website;
  readonly originProofs: readonly string[];

  constructor(scope: Construct, id: string, { environment, firewallArn, ...props }: EntranceStackProps) {
    super(scope, id, props);
    const proofs = new OriginProofs(this, "OriginProofs", { number: environment.originProof });
    this.originProofs = proofs.accepted;
    this.gateway = new Gateway(this, "Gateway", { traffic: environment.traffic });
    this.website = new Website(this, "Website", {
      api: { domainName: this.gateway.domainName, proof: proofs.shown },
      firewallArn,
      contentSecurityPolicy: contentSecurityPolicy([userPoolOrigin(environment)], guestsOf(environment)),
      domain: environment.domain,
    });

    const output = (name: string, value: string) => new CfnOutput(this, name, { value });
    output("SiteUrl", this.website.url);
    output("DistributionDomain", this.website.distributionDomain);
    output("ApiUrl", this.gateway.url);
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
