import { RemovalPolicy } from "aws-cdk-lib";
import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import { HostedZone } from "aws-cdk-lib/aws-route53";
import { Construct } from "constructs";
import type { Domain } from "../../environment.ts";
import { zoneOf } from "../../settings/zones.ts";

/**
 * A certificate of the site's names, proven by records in their zones. For us-east-1: CloudFront takes no other. Other names
 * make another certificate; the one before is retained, because CloudFront uses it until its own stack is deployed.
 */
export class SiteCertificate extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, domain: Domain) {
    super(scope, id);
    // Their order says which is the site's first, which is no reason for another certificate.
    const [domainName = "", ...subjectAlternativeNames] = [...domain.names].sort();
    const certificate = new Certificate(this, "Certificate", {
      domainName,
      subjectAlternativeNames,
      validation: CertificateValidation.fromDnsMultiZone(this.zones(domain)),
    });
    certificate.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    this.arn = certificate.certificateArn;
  }

  private zones(domain: Domain) {
    return Object.fromEntries(
      domain.names.map((name) => {
        const { id = "", name: zoneName = "" } = zoneOf(name, domain) ?? {};
        const attributes = { hostedZoneId: id, zoneName };
        return [name, HostedZone.fromHostedZoneAttributes(this, `${name}-Zone`, attributes)];
      }),
    );
  }
}
