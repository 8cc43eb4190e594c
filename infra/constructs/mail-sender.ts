import { RemovalPolicies, Stack } from "aws-cdk-lib";
import { CnameRecord, HostedZone, MxRecord, TxtRecord } from "aws-cdk-lib/aws-route53";
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  MailFromBehaviorOnMxFailure,
  SuppressionReasons,
} from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { Environment } from "../environment.ts";
import { ownIdentityOf } from "../settings/sender.ts";

/**
 * The SES identity of our mail with its DKIM, SPF and DMARC records, when its domain is in a configured hosted zone.
 * SES stops sending to an address that bounced or complained; the alarms `mail-bounces` and `mail-complaints` watch the
 * rates. All of it is retained: without it no mail could be sent, Cognito's codes included.
 */
export class MailSender extends Construct {
  constructor(scope: Construct, id: string, environment: Environment) {
    super(scope, id);
    const own = ownIdentityOf(environment);
    if (!own) return;
    const { identity: name } = own.mail;
    const mailFromDomain = `mail-from.${name}`;
    const configurationSet = new ConfigurationSet(this, "Sending", {
      configurationSetName: own.configurationSet,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      tlsPolicy: ConfigurationSetTlsPolicy[own.mail.tls === "optional" ? "OPTIONAL" : "REQUIRE"],
    });
    const identity = new EmailIdentity(this, "Identity", {
      identity: Identity.domain(name),
      configurationSet,
      mailFromDomain,
      // Until the MX record is found, SES sends with a domain of its own.
      mailFromBehaviorOnMxFailure: MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
    });
    const zone = HostedZone.fromHostedZoneAttributes(this, "Zone", {
      hostedZoneId: own.zone.id,
      zoneName: own.zone.name,
    });
    for (const [index, record] of identity.dkimRecords.entries())
      new CnameRecord(this, `Dkim${index + 1}`, {
        zone,
        recordName: `${record.name}.`,
        domainName: record.value,
      });
    // The envelope's domain is ours, so SPF holds for the domain that people see.
    const recordName = `${mailFromDomain}.`;
    const hostName = `feedback-smtp.${Stack.of(this).region}.amazonses.com`;
    new MxRecord(this, "MailFromMx", { zone, recordName, values: [{ hostName, priority: 10 }] });
    new TxtRecord(this, "MailFromSpf", { zone, recordName, values: ["v=spf1 include:amazonses.com ~all"] });
    const { dmarc = "none", dmarcReports } = own.mail;
    const reports = dmarcReports === undefined ? "" : `; rua=mailto:${dmarcReports}`;
    if (dmarc !== "existing")
      new TxtRecord(this, "Dmarc", {
        zone,
        recordName: `_dmarc.${name}.`,
        values: [`v=DMARC1; p=${dmarc}${reports}`],
      });
    RemovalPolicies.of(this).retainOnUpdateOrDelete();
  }
}
