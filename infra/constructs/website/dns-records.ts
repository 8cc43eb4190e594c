import { AaaaRecord, ARecord, HostedZone, RecordTarget } from "aws-cdk-lib/aws-route53";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import { Construct } from "constructs";
import type { Domain } from "../../config.ts";
import type { Website } from "./website.ts";

/** Points every name of the site to CloudFront, in the configured hosted zone. Without one, a person does. */
export class DnsRecords extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { domain, website }: { domain: Domain | undefined; website: Website },
  ) {
    super(scope, id);
    if (!domain?.hostedZone) return;
    const zone = HostedZone.fromHostedZoneAttributes(this, "Zone", {
      hostedZoneId: domain.hostedZone.id,
      zoneName: domain.hostedZone.name,
    });
    const target = RecordTarget.fromAlias(new CloudFrontTarget(website.distribution));
    for (const name of domain.names) {
      const record = { zone, target, recordName: `${name}.` };
      new ARecord(this, `${name}-A`, record);
      new AaaaRecord(this, `${name}-AAAA`, record);
    }
  }
}
