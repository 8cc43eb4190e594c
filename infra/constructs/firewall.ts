import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { stripeWebhook, verify } from "../../shared/endpoints.ts";
import { acknowledge } from "../acknowledge.ts";
import type { Traffic } from "../config.ts";

interface FirewallProps {
  traffic: Traffic;
}

type Rule = CfnWebACL.RuleProperty;

/** The web application firewall in front of CloudFront. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { traffic }: FirewallProps) {
    super(scope, id);
    const rules = [
      rate("verify-rate", traffic.verifyPerAddress, isUnder(verify.path)),
      // Stripe's few addresses may tell of many payments at once; their signature is checked.
      rate("address-rate", traffic.perAddress, { notStatement: { statement: isUnder(stripeWebhook.path) } }),
      managed("AWSManagedRulesAmazonIpReputationList"),
      managed("AWSManagedRulesKnownBadInputsRuleSet"),
      // Key files and Stripe's events are larger than 8 kB, and a webhook address may be an IP address.
      managed("AWSManagedRulesCommonRuleSet", ["SizeRestrictions_BODY", "GenericRFI_BODY"]),
    ];
    const acl = new CfnWebACL(this, "WebAcl", {
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: visibility("all"),
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    });
    this.arn = acl.attrArn;
    this.log(acl);
  }

  /** Refused requests only, without what a person sent. */
  private log(acl: CfnWebACL): void {
    const logGroup = new LogGroup(this, "Log", {
      // WAF writes only to names that begin so.
      logGroupName: `aws-waf-logs-${Stack.of(this).stackName}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(
      logGroup,
      "holds refused requests without their secrets; CloudWatch's own key encrypts it",
      "NIST.800.53.R5-CloudWatchLogGroupEncrypted",
    );
    new CfnLoggingConfiguration(this, "Logging", {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [logGroup.logGroupArn],
      redactedFields: [
        { queryString: {} },
        ...["authentication", "stripe-signature", "cookie"].map((Name) => ({ singleHeader: { Name } })),
      ],
      loggingFilter: {
        DefaultBehavior: "DROP",
        Filters: [
          {
            Behavior: "KEEP",
            Requirement: "MEETS_ANY",
            Conditions: [{ ActionCondition: { Action: "BLOCK" } }],
          },
        ],
      },
    });
  }
}

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

/** AWS's own rules; those of `counted` only count. */
const managed = (name: string, counted: readonly string[] = []): Omit<Rule, "priority"> => ({
  name,
  overrideAction: { none: {} },
  visibilityConfig: visibility(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: "AWS",
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
});

/** More than `limit` requests in five minutes from one address are refused, with the status that the screens know. */
const rate = (
  name: string,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): Omit<Rule, "priority"> => ({
  name,
  action: {
    block: {
      customResponse: { responseCode: 429, responseHeaders: [{ name: "retry-after", value: "300" }] },
    },
  },
  visibilityConfig: visibility(name),
  statement: {
    rateBasedStatement: { limit, evaluationWindowSec: 300, aggregateKeyType: "IP", scopeDownStatement },
  },
});

const isUnder = (path: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: "STARTS_WITH",
    searchString: path,
    textTransformations: [{ priority: 0, type: "LOWERCASE" }],
  },
});
