import { AaaaRecord, ARecord, HostedZone, RecordTarget } from "aws-cdk-lib/aws-route53";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import { Construct } from "constructs";
import type { Domain } from "../../environment.ts";
import { zoneOf } from "../../settings/zones.ts";
import type { Website } from "./website.ts";

/** Points every name of the site to CloudFront, in its hosted zone. For a name without one a person does. */
export class DnsRecords extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { domain, website }: { domain: Domain | undefined; website: Website },
  ) {
    super(scope, id);
    const target = RecordTarget.fromAlias(new CloudFrontTarget(website.distribution));
    for (const name of domain?.names ?? []) {
      const hostedZone = zoneOf(name, domain);
      if (!hostedZone) continue;
      const zone = HostedZone.fromHostedZoneAttributes(this, `${name}-Zone`, {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      });
      const record = { zone, target, recordName: `${name}.` };
      new ARecord(this, `${name}-A`, record);
      new AaaaRecord(this, `${name}-AAAA`, record);
    }
  }
}
