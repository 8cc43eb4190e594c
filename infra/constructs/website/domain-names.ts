/** Certificate and DNS records of the site's names. An operator makes those of a name outside of our hosted zones. */
import { RemovalPolicy } from "aws-cdk-lib";
import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  type HostedZoneAttributes,
  RecordTarget,
} from "aws-cdk-lib/aws-route53";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import { Construct } from "constructs";
import { type Domain, type Environment, zoneOf } from "../../environment.ts";
import type { Website } from "./website.ts";

/** The names in our hosted zones, each with its zone. */
const namesInZones = (domain: Domain | undefined) =>
  (domain?.names ?? []).flatMap((name): [string, HostedZoneAttributes][] => {
    const zone = zoneOf(name, domain);
    return zone ? [[name, { hostedZoneId: zone.id, zoneName: zone.name }]] : [];
  });

/** Points every name of the site to CloudFront. */
export class DnsRecords extends Construct {
  constructor(scope: Construct, id: string, { domain }: Environment, { distribution }: Website) {
    super(scope, id);
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    for (const [name, attributes] of namesInZones(domain)) {
      const zone = HostedZone.fromHostedZoneAttributes(this, `${name}-Zone`, attributes);
      const record = { zone, target, recordName: `${name}.` };
      new ARecord(this, `${name}-A`, record);
      new AaaaRecord(this, `${name}-AAAA`, record);
    }
  }
}

/**
 * A certificate of the site's names, proven by records in their zones. For us-east-1: CloudFront takes no other. Other
 * names make another certificate; the one before is retained, because CloudFront uses it until its own stack is
 * deployed.
 */
export class SiteCertificate extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, domain: Domain) {
    super(scope, id);
    // Sorted, because another order needs no other certificate.
    const [domainName = "", ...subjectAlternativeNames] = [...domain.names].sort();
    const zones = namesInZones(domain).map(([name, attributes]) => [
      name,
      HostedZone.fromHostedZoneAttributes(this, `${name}-Zone`, attributes),
    ]);
    const certificate = new Certificate(this, "Certificate", {
      domainName,
      subjectAlternativeNames,
      validation: CertificateValidation.fromDnsMultiZone(Object.fromEntries(zones)),
    });
    certificate.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    this.arn = certificate.certificateArn;
  }
}
