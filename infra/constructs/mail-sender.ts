import { RemovalPolicy } from "aws-cdk-lib";
import { CnameRecord, HostedZone } from "aws-cdk-lib/aws-route53";
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  SuppressionReasons,
} from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { Environment } from "../config.ts";

/**
 * The SES identity of our mail with its DKIM records, when its domain is in the configured hosted zone. SES stops sending to an
 * address that bounced or complained; the alarms `mail-bounces` and `mail-complaints` watch the rates.
 */
export class MailSender extends Construct {
  constructor(scope: Construct, id: string, { mail, domain }: Pick<Environment, "mail" | "domain">) {
    super(scope, id);
    const hostedZone = domain?.hostedZone;
    if (!mail || !hostedZone || !isWithin(mail.identity, hostedZone.name)) return;
    const configurationSet = new ConfigurationSet(this, "Sending", {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    });
    const identity = new EmailIdentity(this, "Identity", {
      identity: Identity.domain(mail.identity),
      configurationSet,
    });
    // Without it no mail could be sent.
    identity.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const zone = HostedZone.fromHostedZoneAttributes(this, "Zone", {
      hostedZoneId: hostedZone.id,
      zoneName: hostedZone.name,
    });
    for (const [index, { name, value }] of identity.dkimRecords.entries()) {
      const record = new CnameRecord(this, `Dkim${index + 1}`, {
        zone,
        recordName: `${name}.`,
        domainName: value,
      });
      record.applyRemovalPolicy(RemovalPolicy.RETAIN);
    }
  }
}

const isWithin = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`);
