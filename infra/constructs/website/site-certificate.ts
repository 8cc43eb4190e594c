import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import { HostedZone } from "aws-cdk-lib/aws-route53";
import { Construct } from "constructs";
import type { Domain, HostedZone as Zone } from "../../config.ts";

/** A certificate of the site's names, proven by records in their zone. For us-east-1: CloudFront takes no other. */
export class SiteCertificate extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { names, zone }: { names: Domain["names"]; zone: Zone }) {
    super(scope, id);
    const [domainName = "", ...subjectAlternativeNames] = names;
    const hostedZone = HostedZone.fromHostedZoneAttributes(this, "Zone", {
      hostedZoneId: zone.id,
      zoneName: zone.name,
    });
    this.arn = new Certificate(this, "Certificate", {
      domainName,
      subjectAlternativeNames,
      validation: CertificateValidation.fromDns(hostedZone),
    }).certificateArn;
  }
}
