import { CfnOutput, type Duration, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { cloudFrontRules } from "../constructs/firewall/firewall.ts";
import { WebAcl } from "../constructs/firewall/web-acl.ts";
import { Alarms } from "../constructs/monitoring/alarms.ts";
import { firewallQueries, LogQueries } from "../constructs/monitoring/log-queries.ts";
import { edgeMetrics } from "../constructs/monitoring/metrics.ts";
import { MonthlyBudget } from "../constructs/monitoring/monthly-budget.ts";
import { SiteCertificate } from "../constructs/website/domain-names.ts";
import type { Environment } from "../environment.ts";
import { edgeAlarms } from "../settings/alarms.ts";
import { portalRegionOutput } from "../settings/names.ts";

interface EdgeStackProps extends StackProps {
  environment: Environment;
}

/** The resources of us-east-1: CloudFront's firewall, certificate and alarms, and the account's budget. */
export class EdgeStack extends Stack {
  /** Undefined without a firewall. */
  readonly firewallArn: string | undefined;
  /** Of the certificate that this stack creates; undefined when the settings name one, or no domain. */
  readonly certificateArn: string | undefined;
  /** Undefined without an address for alarms. */
  readonly alarmTopicArn: string | undefined;

  constructor(scope: Construct, id: string, { environment, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const { firewall, domain } = environment;
    const rules = cloudFrontRules(environment);
    if (firewall) {
      this.firewallArn = new WebAcl(this, "Firewall", { scope: "CLOUDFRONT", rules }).arn;
      new LogQueries(this, "LogQueries", firewallQueries);
    }
    new CfnOutput(this, portalRegionOutput, { value: environment.region });
    if (domain && !domain.certificateArn)
      this.certificateArn = new SiteCertificate(this, "Certificate", domain).arn;
    const certificateArn = this.certificateArn ?? domain?.certificateArn;
    new MonthlyBudget(this, "MonthlyBudget", environment);
    const metrics = (period: Duration) => edgeMetrics(this, period, environment, certificateArn);
    const alarms = new Alarms(this, "Alarms", environment);
    alarms.add(edgeAlarms(environment), metrics);
    this.alarmTopicArn = alarms.topicArn;
  }
}
